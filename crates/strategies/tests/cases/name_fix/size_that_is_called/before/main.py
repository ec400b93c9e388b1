def last(values):
    return values[values.size() - 1]


print(last([1, 2, 3]))
