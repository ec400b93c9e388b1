values = [4, 5]
for index in range(len(values)):
    print(index, values[index])
