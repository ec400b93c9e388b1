def area(width: int) -> int:
    return width * quux
