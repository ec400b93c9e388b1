import json
from decimal import Decimal

from timesheet.invoice import Invoice, Line
from timesheet.render.document import render_json


def test_document():
    invoice = Invoice("2026-03", [Line("web", 90, Decimal(80))])
    document = json.loads(render_json(invoice))
    assert document["total"] == "142.80"
    assert document["lines"][0]["minutes"] == 90
