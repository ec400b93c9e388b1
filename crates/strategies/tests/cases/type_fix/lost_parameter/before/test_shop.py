from report import text
from shop import total


def test_text():
    assert text([1, 2], 0.5) == '4.5 of 1.5'


def test_total():
    assert total([2], 0) == 2
