class Basket:
    def __init__(self):
        self.prices = [3, 4]

    def total(self):
        return sum(self.prices)


basket = Basket()
print(basket.total() + 1)
