def area(width, height):
    """Area of a rectangle.

    Both sides are lengths.
    """
    result = width * height
    return result


def perimeter(width, height):
    """Length of the border."""
    return 2 * (width + height)
