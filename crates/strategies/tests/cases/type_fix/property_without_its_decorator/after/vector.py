class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    @property
    def norm(self):
        return abs(self.x) + abs(self.y)
