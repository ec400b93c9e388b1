def count(items):
    total = 0
    for item in items:
        total += 1
    return total
