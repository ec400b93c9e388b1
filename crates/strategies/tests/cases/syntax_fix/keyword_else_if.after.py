def size(value):
    if value < 10:
        return "small"
    elif value < 100:
        return "medium"
    else:
        return "large"
