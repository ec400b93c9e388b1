def size(items):
    return len items)
