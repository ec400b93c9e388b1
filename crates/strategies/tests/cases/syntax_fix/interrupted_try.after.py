def read(path):
    file = open(path)
    try:
        text = file.read()
        return text
    finally:
        file.close()
