def f(key=None):
    return sorted([], key=key or lambda x: x[0])
