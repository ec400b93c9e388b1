def f(a, (b, c)):
    """Doc."""
    return a + b + c

def g((a, b)): return a
