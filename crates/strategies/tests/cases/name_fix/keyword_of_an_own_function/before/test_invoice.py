from invoice import billed


def test_billed():
    assert billed(16) == 30
