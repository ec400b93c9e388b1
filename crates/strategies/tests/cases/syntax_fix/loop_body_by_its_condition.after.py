def f(n):
    i = 0
    while i < n:
        print(i)
        i += 1
    return n
