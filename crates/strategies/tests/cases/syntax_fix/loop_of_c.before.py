def total(items):
    result = 0
    for (int i = 0; i < len(items); i++) {
        result += items[i]
    return result
