from datetime import date

from timesheet.entry import Entry


def test_month():
    assert Entry(date(2026, 3, 31), "web", 30).month == "2026-03"


def test_entries_are_values():
    assert Entry(date(2026, 3, 1), "web", 30) == Entry(date(2026, 3, 1), "web", 30)
