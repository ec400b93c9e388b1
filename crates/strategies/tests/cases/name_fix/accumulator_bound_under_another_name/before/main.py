def total(items):
    reslt = 0
    for item in items:
        result += item
    return result


print(total([1]))
