def names():
    return ["rose"]
