def one():
    return 1


print(one())
