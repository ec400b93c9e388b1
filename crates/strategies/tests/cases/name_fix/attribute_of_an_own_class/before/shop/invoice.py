from dataclasses import dataclass


@dataclass
class Invoice:
    month: str
    net: int

    @property
    def total(self):
        return self.net * 2
