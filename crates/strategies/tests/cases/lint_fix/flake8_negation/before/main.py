def lacks(items, item):
    return not item in (items)
