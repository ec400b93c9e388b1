def found(items, wanted):
    for item in items:
        if item == wanted:
            //return True
    return False
