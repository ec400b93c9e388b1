def flag(value):
    if value:
        return True
    return False
