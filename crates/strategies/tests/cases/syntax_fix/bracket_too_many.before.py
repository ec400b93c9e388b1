def same(left, right):
    if sorted(left) == sorted(right)):
        return True
    return False
