def lacks(items, item):
    return item not in (items)
