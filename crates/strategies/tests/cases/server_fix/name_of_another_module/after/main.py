"""Prints what a basket costs."""
from shop import Basket


def show(prices: list[int]) -> None:
    basket = Basket(prices)
    print(basket.total())
