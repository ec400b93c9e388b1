"""Durations as people write them: `1h30`, `45m`."""

import re

PATTERN = re.compile(r"(?:(\d+)h)?(?:(\d+)m?)?")


def minutes(text):
    """The minutes a duration stands for."""
    hours, rest = PATTERN.fullmatch(text).groups()
    return int(hours or 0) * 60 + int(rest or 0)
