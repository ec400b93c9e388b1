def area(width, height):
    return width * height


class Box:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def show(self):
        print(area(self.width))


Box(2, 3).show()
