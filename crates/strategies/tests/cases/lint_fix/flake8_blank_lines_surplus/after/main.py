class A:
    one = 1

    two = 2
