"""Reads time sheets."""

import csv
from collections.abc import Iterable
from datetime import date

from .durations import parse_duration
from .entry import Entry


class SheetError(ValueError):
    """A line of a time sheet that makes no sense."""


def read_sheet(lines: Iterable[str]) -> list[Entry]:
    """The entries of a time sheet with the columns day, project, time and note."""
    entries = []
    for number, row in enumerate(csv.DictReader(lines), start=2):
        try:
            entires.append(to_entry(row))
        except (KeyError, ValueError) as error:
            raise SheetError(f"line {number}: {error}") from error
    return entries


def to_entry(row: dict[str, str]) -> Entry:
    """One line of a sheet."""
    return Entry(
        day=date.fromisoformat(row["day"]),
        project=row["project"].strip(),
        minutes=parse_duration(row["time"]),
        note=(row.get("note") or "").strip(),
    )
