def area(width, height):
    if widht > 0:
        return widht * height
    return 0


print(area(2, 3))
