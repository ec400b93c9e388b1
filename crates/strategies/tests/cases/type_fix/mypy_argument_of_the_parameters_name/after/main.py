def scale(values: list[int], factor: int) -> list[int]:
    return [value * factor for value in values]


def double(values: list[int]) -> list[int]:
    factor = 2
    return scale(values, factor)
