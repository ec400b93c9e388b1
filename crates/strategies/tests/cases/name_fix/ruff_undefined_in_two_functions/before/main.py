LIMIT = 3


def low(value):
    return value < LIMTI


def high(value):
    return value > LIMTI
