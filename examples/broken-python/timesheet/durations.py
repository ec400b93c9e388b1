"""Durations as people write them: `1h30`, `45m`, `2h`."""

DURATION = re.compile(r"(?:(?P<hours>\d+)h)?(?:(?P<minutes>\d+)m?)?")


def parse_duration(text: str) -> int:
    """The minutes that a duration stands for."""
    match = DURATION.fullmatch(text.strip())
    if not match or not match.group(0):
        raise ValueError(f"not a duration: {text!r}")
    return int(match["hours"] or 0) * 60 + int(match["minutes"] or 0)


def format_duration(minutes: int) -> str:
    """Minutes as hours and minutes: 90 is `1h30`."""
    return f"{minutes // 60}h{minutes % 60:02d}"
