def total(prices, tax, discount, currency, rounding_step):
    return sum( prices )
