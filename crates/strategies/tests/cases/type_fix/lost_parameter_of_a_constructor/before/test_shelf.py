from shelf import Shelf


def test_shelf():
    assert Shelf('a', 3).free() == 3
