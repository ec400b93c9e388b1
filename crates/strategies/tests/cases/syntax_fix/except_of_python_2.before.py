def number(text):
    try:
        return int(text)
    except ValueError, error:
        print(error)
        raise RuntimeError, "not a number"
