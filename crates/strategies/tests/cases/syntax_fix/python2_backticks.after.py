def f(x):
    return repr(x) + repr(x + 1)
