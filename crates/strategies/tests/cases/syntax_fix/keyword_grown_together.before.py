defmain(items):
    for item initems:
        print(item)
