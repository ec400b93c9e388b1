def mean(values):
    return sum(values) / len(values)


print(mean([1, 2, 3]))
