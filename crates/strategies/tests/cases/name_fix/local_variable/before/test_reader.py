from reader import read


def test_read():
    assert read([" a "]) == ["a"]
