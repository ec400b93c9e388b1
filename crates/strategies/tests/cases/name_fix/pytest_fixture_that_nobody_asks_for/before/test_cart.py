def test_total(filled_cart):
    assert sum(filled_cart) == 7
