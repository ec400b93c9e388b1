def ends(items):
    return items[0], items[-1]
