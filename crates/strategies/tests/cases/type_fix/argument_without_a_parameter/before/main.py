def area(width, height):
    return width * height


width, height, depth = 1, 2, 3
print(area(width, depth, height))
