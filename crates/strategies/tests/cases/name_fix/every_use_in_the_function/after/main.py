def area(width, height):
    if width > 0:
        return width * height
    return 0


print(area(2, 3))
