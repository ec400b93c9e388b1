from datetime import date

from timesheet.entry import Entry
from timesheet.summary import Summary


def test_describe():
    days = [(1, "web"), (2, "ops"), (3, "web")]
    entries = [Entry(date(2026, 3, day), project, 50) for day, project in days]
    assert Summary(entries).describe() == "web took the most time (1h40 of 2h30)"


def test_nothing_to_describe():
    assert Summary([]).busiest() is None
    assert Summary([]).describe() == "no time was recorded"
