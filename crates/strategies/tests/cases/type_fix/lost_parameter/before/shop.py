def price(amount, rate):
    return round(amount * (1 + rate), 2)


def total(items):
    return sum(price(item, rate) for item in items)
