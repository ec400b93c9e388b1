class Shelf:
    def __init__(self, name, size):
        self.name = name
        self.size = size

    def free(self):
        return self.size
