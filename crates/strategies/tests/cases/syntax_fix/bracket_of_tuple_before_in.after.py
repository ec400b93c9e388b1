def lookup(cache, a, b):
    if (a, b) in cache:
        return cache[a, b]
    return None
