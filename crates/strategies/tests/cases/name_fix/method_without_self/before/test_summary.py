from summary import Summary


def test_describe():
    assert Summary([1, 2]).describe() == "most: 2"
