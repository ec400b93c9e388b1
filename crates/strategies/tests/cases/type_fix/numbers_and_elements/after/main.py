values = [4, 5]
for index, value in enumerate(values):
    print(index, value)
