def iter_modules():
    return []
