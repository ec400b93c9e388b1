def test_total(filed_cart):
    assert sum(filed_cart) == 7


def test_count(filled_cart):
    assert len(filled_cart) == 2
