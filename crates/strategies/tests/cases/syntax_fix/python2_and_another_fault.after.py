f = lambda a_b: a_b[0]
if f(x) == 1:
    pass
