f = lambda (a, b): a
if f(x) = 1:
    pass
