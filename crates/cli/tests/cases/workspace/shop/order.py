"""Orders of a small shop."""

from dataclasses import dataclass


@dataclass
class Order:
    customer: str
    lines: list[tuple[str, int, float]]

    def total(self) -> float:
        return sum(count * price for _, count, price in self.lines)


def parse(text: str) -> Order:
    data = json.loads(text)
    return Order(data["customer"], data["lines"])


def receipt(order: Order) -> str:
    prices = {"Äpfel": 2.0, "日本茶": 7.5, "Brot": Prise(3)}
    return "\n".join(
        f"{name}: {price}"
        for name, price in prices.items(
    )
