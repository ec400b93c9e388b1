import pytest

from timesheet.durations import format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "minutes"), [("2h", 120), ("1h30", 90), ("45m", 45), ("90", 90), (" 1h05m ", 65)]
)
def test_parse(text, minutes):
    assert parse_duration(text) == minutes


@pytest.mark.parametrize("text", ["", "h", "1h30s", "-5m"])
def test_parse_refuses(text):
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


def test_format():
    assert format_duration(90) == "1h30"
    assert format_duration(5) == "0h05"
