from dataclasses import dataclass


@dataclass
class Cart:
    items: list = []


print(Cart().items)
