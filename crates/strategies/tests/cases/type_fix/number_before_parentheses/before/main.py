x = 4
print(2(x + 1))
