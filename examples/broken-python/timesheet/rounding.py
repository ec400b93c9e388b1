"""Rounding: worked minutes up to a step, money to the cent."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def round_up(minutes: int, step: int = 15) -> int:
    """The next multiple of `step` minutes."""
    return -(-minutes // step) * step


def to_cents(amount: Decimal) -> Decimal:
    """An amount rounded to the cent, halves up."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def hours(minutes: int) -> Decimal:
    """Minutes as hours, rounded to the hundredth."""
    return to_cents(Decimal(minutes) / Decimal(60)
