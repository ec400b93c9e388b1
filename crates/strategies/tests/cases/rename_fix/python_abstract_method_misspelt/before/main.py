from shapes import Shape


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def perimetre(self):
        return 4 * self.side

    def area(self):
        return self.side**2

    def ratio(self):
        return self.perimetre() / self.area()


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def perimeter(self):
        return 6 * self.radius

    def area(self):
        return 3 * self.radius**2


shapes = [Square(2), Circle(3)]
print(sum(shape.perimeter() for shape in shapes), shapes[0].ratio())
