def area(width, height):
    return width * height


print(area(1, 2, print("three")))
