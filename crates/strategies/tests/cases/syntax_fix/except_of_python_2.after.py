def number(text):
    try:
        return int(text)
    except ValueError as error:
        print(error)
        raise RuntimeError("not a number")
