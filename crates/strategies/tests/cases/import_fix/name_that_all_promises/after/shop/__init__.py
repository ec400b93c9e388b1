"""The public names of the shop."""

from shop.cart import Cart
from shop.order import Order

__all__ = ["Cart", "Order"]
