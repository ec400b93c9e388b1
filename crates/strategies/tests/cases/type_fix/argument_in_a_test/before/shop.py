def total(prices, discount):
    return sum(prices) - discount
