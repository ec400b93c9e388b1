list = [3, 4]
print(list((1, 2)))
