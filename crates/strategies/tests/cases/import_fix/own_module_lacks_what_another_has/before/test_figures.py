from shop.figures import mode, spread


def test_mode():
    assert mode([1, 1, 2]) == 1


def test_spread():
    assert spread([1, 3]) == 2
