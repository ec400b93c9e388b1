"""An invoice as text with columns."""

from ..durations import format_duration
from .invoice import Invoice

WIDTH = 48


def render_text(invoice: Invoice) -> str:
    """A table of the lines, then the sums."""
    rows = [f"Invoice {invoice.month}", "=" * WIDTH]
    for line in invoice.lines:
        time = format_duration(line.minutes)
        rows.append(f"{line.project:<20}{time:>8}{line.rate:>8}{line.amount:>12}")
    rows.append("-" * WIDTH)
    for label, amount in [("net", invoice.net), ("tax", invoice.tax), ("total", invoice.total)]:
        rows.append(f"{label:<36}{amount:>12}")
    return "\n".join(rows)
