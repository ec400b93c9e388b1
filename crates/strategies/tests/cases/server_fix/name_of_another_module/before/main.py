"""Prints what a basket costs."""


def show(prices: list[int]) -> None:
    basket = Basket(prices)
    print(basket.total())
