LIMIT = 3


def low(value):
    return value < LIMIT


def high(value):
    return value > LIMIT
