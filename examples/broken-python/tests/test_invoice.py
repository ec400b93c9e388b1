from datetime import date
from decimal import Decimal

from timesheet.entry import Entry
from timesheet.invoice import make_invoice
from timesheet.rates import RateTable

RATES = RateTable({"web": Decimal(80), "ops": Decimal("95.50")})
ENTRIES = [
    Entry(date(2026, 3, 2), "web", 50),
    Entry(date(2026, 3, 3), "web", 20),
    Entry(date(2026, 3, 3), "ops", 30),
    Entry(date(2026, 4, 1), "web", 60),
]


def test_lines_are_rounded_up_by_project():
    lines = make_invoice("2026-03", ENTRIES, RATES).lines
    assert [(line.project, line.minutes) for line in lines] == [("ops", 30), ("web", 75)]


def test_sums():
    invoice = make_invoice("2026-03", ENTRIES, RATES)
    assert (invoice.net, invoice.tax) == (Decimal("147.75"), Decimal("28.07"))
    assert invoice.total == Decimal("175.82")


def test_empty_month():
    assert make_invoice("2025-01", ENTRIES, RATES).total == 0
