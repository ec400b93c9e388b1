def squares(count):
    return [i * i for i in range(count)]


print(squares(3))
