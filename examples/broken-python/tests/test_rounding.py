from decimal import Decimal

from timesheet.rounding import hours, round_up, to_cents


def test_round_up():
    assert [round_up(minutes) for minutes in (0, 1, 15, 16)] == [0, 15, 15, 30]
    assert round_up(61, step=60) == 120


def test_cents():
    assert to_cents(Decimal("1.005")) == Decimal("1.01")


def test_hours():
    assert hours(100) == Decimal("1.67")
