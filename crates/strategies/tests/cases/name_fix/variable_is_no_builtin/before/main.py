def owner(path):
    return (path, idd)


print(owner('a'))
