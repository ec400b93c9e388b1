def bars(text):
    return [i for i, c in enumerate(text) if c == '|']
