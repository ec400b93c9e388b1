class Reader:
    pass
