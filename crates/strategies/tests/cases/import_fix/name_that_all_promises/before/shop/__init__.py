"""The public names of the shop."""

from shop.cart import Cart

__all__ = ["Cart", "Order"]
