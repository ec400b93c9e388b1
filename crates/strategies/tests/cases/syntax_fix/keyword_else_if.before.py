def size(value):
    if value < 10:
        return "small"
    else if value < 100:
        return "medium"
    else:
        return "large"
