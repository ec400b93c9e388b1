def flag(value):
    If value:
        Return True
    return False
