values = [4, 5, 6]
middle = len(values) / 2
print(values[middle])
