def total(items):
    result = 0
    factor = 2
    for item in items:
        result += factor * item
    return result
