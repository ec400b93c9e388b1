"""A look back: where the time went."""

from collections import Counter
from collections.abc import Iterable

from .durations import format_duration
from .entry import Entry


class Summary:
    """Minutes by project."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.minutes = Counter()
        for entry in entries:
            self.minutes[entry.project] += entry.minutes

    def busiest(self) -> str | None:
        """The project that took the most time, if there is any."""
        ranking = self.minutes.most_common(1)
        return ranking[0][0] if ranking else None

    def describe(self) -> str:
        """The summary in one sentence."""
        project = busiest()
        if project is None:
            return "no time was recorded"
        spent = format_duration(self.minutes[project])
        return f"{project} took the most time ({spent} of {format_duration(self.minutes.total())})"
