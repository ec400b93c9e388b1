def squares(numbers) -> list:
    return [number ** 2 for number in numbers]
