def lacks(item):
    return (item) != None
