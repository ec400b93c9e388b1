def mean(values):
    return sum(values) / values.length


print(mean([1, 2, 3]))
