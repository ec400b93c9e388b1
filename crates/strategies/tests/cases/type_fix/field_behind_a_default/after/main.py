from dataclasses import dataclass


@dataclass
class Item:
    """Something to buy."""

    name: str
    price: int
    unit: str
    count: int = 1
    note: str = ""

    def cost(self):
        return self.count * self.price


print(Item("tea", unit="box", price=3).cost())
