def lacks(item):
    return (item) is not None
