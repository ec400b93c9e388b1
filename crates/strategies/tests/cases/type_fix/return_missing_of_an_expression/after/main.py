def double(value):
    return value * 2


print(double(2) + 1)
