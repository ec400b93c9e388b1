from shapes import Shape


class Square(Shape):
    side = 2


print(Square().descirbe())
