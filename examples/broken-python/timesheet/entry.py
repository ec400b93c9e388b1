"""One stretch of work."""

from dataclases import dataclass
from datetime import date


@dataclass(frozen=True)
class Entry:
    """What was worked on, when, and for how many minutes."""

    day: date
    project: str
    minutes: int
    note: str = ""

    @property
    def month(self) -> str:
        """The month it is invoiced in, as `2026-03`."""
        return f"{self.day:%Y-%m}"
