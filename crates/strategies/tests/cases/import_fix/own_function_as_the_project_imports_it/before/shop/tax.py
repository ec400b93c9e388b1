from .money import to_cents


def tax(amount):
    return to_cents(amount) // 5
