def is_missing(value):
    return value is None
