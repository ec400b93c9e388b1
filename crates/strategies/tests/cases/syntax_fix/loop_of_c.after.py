def total(items):
    result = 0
    for i in range(len(items)):
        result += items[i]
    return result
