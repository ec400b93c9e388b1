class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    @classmethod
    def parse(cls, text):
        x, y = text.split(",")
        return cls(int(x), int(y))


print(Point.parse("3,4").x)
