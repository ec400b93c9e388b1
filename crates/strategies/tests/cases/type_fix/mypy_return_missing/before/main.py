def double(value: int) -> int:
    result = value * 2
