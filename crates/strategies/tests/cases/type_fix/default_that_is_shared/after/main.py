from dataclasses import dataclass, field


@dataclass
class Cart:
    items: list = field(default_factory=list)


print(Cart().items)
