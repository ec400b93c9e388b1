def squares(count):
    return [i * i for i in count]


print(squares(3))
