"""Prints a sum."""

from .money import to_cents
from .tax import tax

print(tax(3) + to_cents(3))
