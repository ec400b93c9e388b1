from shop import total


def test_total():
    prices = [3, 4]
    discount = 2
    assert total(prices) == 5
