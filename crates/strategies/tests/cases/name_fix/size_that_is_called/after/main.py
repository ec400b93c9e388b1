def last(values):
    return values[len(values) - 1]


print(last([1, 2, 3]))
