def bounds(values):
    return min(values), max(values), len(values)


low, high, _ = bounds([1, 2, 3])
print(low, high)
