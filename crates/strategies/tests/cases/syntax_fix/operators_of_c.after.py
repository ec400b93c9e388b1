def both(a, b):
    if a and not b or a == 3:
        return True
    return False
