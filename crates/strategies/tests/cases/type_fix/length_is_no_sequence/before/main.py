values = [4, 5]
for index in len(values):
    print(index, values[index])
