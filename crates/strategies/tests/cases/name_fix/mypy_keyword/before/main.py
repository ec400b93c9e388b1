def round_up(minutes: int, step: int = 15) -> int:
    return -(-minutes // step) * step


print(round_up(1, steps=2))
