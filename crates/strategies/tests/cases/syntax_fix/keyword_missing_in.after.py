def total(items):
    result = 0
    for index in range(len(items)):
        result += items[index]
    return result
