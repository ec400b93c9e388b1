def middle(values):
    half = len(values) // 2:
    return values[half]
