CENT = 1


def to_cents(amount):
    return round(amount * 100)
