from decimal import Decimal

from timesheet.invoice import Invoice, Line
from timesheet.render.text import render_text


def test_columns():
    invoice = Invoice("2026-03", [Line("web", 90, Decimal(80))])
    rows = render_text(invoice).splitlines()
    assert rows[2].split() == ["web", "1h30", "80", "120.00"]
    assert rows[-1].split() == ["total", "142.80"]
