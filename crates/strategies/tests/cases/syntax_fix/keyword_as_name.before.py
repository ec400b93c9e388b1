def kinds(items):
    class = {}
    for item in items:
        class[item] = class.get(item, 0) + 1
    return class
