def f(n):
    t = 0
    for i in n:
    j = i * 2
    print("x")
    t += i
    return t
