"""An invoice as JSON."""

import json

from ..invoice import Invoice, Line


def render_json(invoice: Invoice) -> str:
    """The whole invoice; amounts are strings, so that no reader rounds them."""
    document = {
        "month": invoice.month,
        "lines": [line_document(line) for line in invoice.lines],
        "net": str(invoice.net),
        "tax": str(invoice.tax),
        "total": str(invoice.totl),
    }
    return json.dumps(document, indent=2)


def line_document(line: Line) -> dict[str, object]:
    """One line of the invoice."""
    return {
        "project": line.project,
        "minutes": line.minutes,
        "rate": str(line.rate),
        "amount": str(line.amount),
    }
