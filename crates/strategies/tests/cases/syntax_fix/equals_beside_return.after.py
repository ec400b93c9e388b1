def double(value):
    return value * 2
