def total(items):
    result = 0
    for index range(len(items)):
        result += items[index]
    return result
