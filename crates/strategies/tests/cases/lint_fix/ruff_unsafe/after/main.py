def total(prices):
    len(prices)
    return sum(prices)
