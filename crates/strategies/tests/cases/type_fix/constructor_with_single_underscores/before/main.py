class Point:
    def _init_(self, x, y):
        self.x = x
        self.y = y


print(Point(1, 2).x)
