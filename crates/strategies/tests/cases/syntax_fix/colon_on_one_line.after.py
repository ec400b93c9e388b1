def first(items):
    for item in items:
        if item: return item
    return None
