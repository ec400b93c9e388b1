def one():
    unused = [1, "a"]
    return 1
