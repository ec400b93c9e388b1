from shop.document import render
from shop.invoice import Invoice


def test_render():
    assert render(Invoice("03", 1)) == {"month": "03", "total": 2}
