def f(a, b_c):
    """Doc."""
    (b, c) = b_c
    return a + b + c

def g(a_b): (a, b) = a_b; return a
