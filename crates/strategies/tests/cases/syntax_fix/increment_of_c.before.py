def count(items):
    total = 0
    for item in items:
        total++
    return total
