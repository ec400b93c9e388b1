def number(text):
    value = int(text) + 1
    return value
