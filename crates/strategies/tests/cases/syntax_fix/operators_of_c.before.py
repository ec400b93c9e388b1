def both(a, b):
    if a && !b || a == 3:
        return True
    return False
