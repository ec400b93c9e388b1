"""Sums entries up to invoices."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from .entry import Entry
from .rates import RateTable
from .rounding import hours, round_up, to_cents

VAT = Decimal("0.19")


@dataclass(frozen=True)
class Line:
    """What one project costs."""

    project: str
    minutes: int
    rate: Decimal

    @property
    def amount(self) -> Decimal:
        """The price without tax."""
        return to_cents(hours(self.minutes) * self.rate)


@dataclass(frozen=True)
class Invoice:
    """The lines of one month."""

    month: str
    lines: list[Line]

    @property
    def net(self) -> Decimal:
        """The sum without tax."""
        return sum((line.amount for line in self.lines), Decimal(0))

    @property
    def tax(self) -> Decimal:
        """Value added tax on the sum."""
        return to_cents(self.net * VAT)

    @property
    def total(self) -> Decimal:
        """What is to be paid."""
        return self.net + self.tax


def make_invoice(month: str, entries: Iterable[Entry], rates: RateTable) -> Invoice:
    """The invoice of a month; each project's minutes are rounded up once."""
    worked: dict[str, int] = defaultdict(int)
    for entry in entries:
        if entry.month == month:
            worked[entry.project] += entry.minutes
    lines = [
        Line(project=project, minutes=round_up(minutes, setp=15), rate=rates.rate_for(project))
        for project, minutes in sorted(worked.items())
    ]
    return Invoice(month=month, lines=lines)
