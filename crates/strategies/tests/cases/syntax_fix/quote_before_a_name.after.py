def count(items):
    counter = 0
    for item in items:
        counter += item
    return counter
