def test_total(filled_cart):
    assert sum(filled_cart) == 7


def test_count(filled_cart):
    assert len(filled_cart) == 2
