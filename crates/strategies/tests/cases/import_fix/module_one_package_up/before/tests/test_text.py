from shop.invoice import Invoice
from shop.render.text import render


def test_render():
    assert render(Invoice()) == "total 3"
