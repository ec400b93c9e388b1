class Basket:
    def __init__(self, prices: list[int]) -> None:
        self.prices = prices

    def total(self) -> int:
        return sum(self.prices)
