from datetime import date

import pytest

from timesheet.entry import Entry
from timesheet.reader import SheetError, read_sheet


def test_read():
    sheet = ["day,project,time,note", "2026-03-02,web,1h30, kick-off ", "2026-03-03,ops,45m,"]
    assert read_sheet(sheet) == [
        Entry(date(2026, 3, 2), "web", 90, "kick-off"),
        Entry(date(2026, 3, 3), "ops", 45),
    ]


def test_a_bad_line_is_named():
    with pytest.raises(SheetError, match="line 2: not a duration"):
        read_sheet(["day,project,time", "2026-03-02,web,soon"])
