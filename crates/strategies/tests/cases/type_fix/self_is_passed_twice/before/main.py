class Box:
    def __init__(self, width):
        self.width = width

    def scaled(self, factor):
        return self.width * factor

    def double(self):
        return self.scaled(self, 2)


print(Box(3).double())
