def same(a, b, c, d):
    while (a = b and c == d):
        a += 1
    return a
