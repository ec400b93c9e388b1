def is_missing(value):
    return value == None
