def third(items):
    total = sum(items)
        part = total // 3
    return part
