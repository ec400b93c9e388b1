def test_total(filed_cart):
    assert sum(filed_cart) == 7
