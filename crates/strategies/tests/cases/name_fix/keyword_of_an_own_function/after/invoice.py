from rounding import round_up


def billed(minutes):
    return round_up(
        minutes,
        step=15,
    )
