from dataclasses import dataclass


@dataclass
class Item:
    """Something to buy."""

    name: str
    count: int = 1
    price: int
    note: str = ""
    unit: str

    def cost(self):
        return self.count * self.price


print(Item("tea", unit="box", price=3).cost())
