"""Prints a sum."""

from .tax import tax

print(tax(3) + to_cents(3))
