values = [4, 5]
for index, value in values:
    print(index, value)
