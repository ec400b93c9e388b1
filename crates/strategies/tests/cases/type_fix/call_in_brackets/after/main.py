def double(value):
    return 2 * value


print(double(4))
