def last(items):
    for index in range(len(items):
        print(index)
    return items[-1]
