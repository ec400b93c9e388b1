class Box:
    def __init__(self, side):
        self.side = side

    @property
    def area(self):
        return self.side ** 2


print(Box(2).area())
