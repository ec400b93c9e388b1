def nothing():
    pass
