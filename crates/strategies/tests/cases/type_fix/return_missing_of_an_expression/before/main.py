def double(value):
    value * 2


print(double(2) + 1)
