def area(width, height):
    """Area of a rectangle."""
    result = width * height
    return result
