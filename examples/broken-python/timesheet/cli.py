"""The command line: `timesheet 2026-03 sheet.csv web=80 ops=95`."""

import argparse
import sys
from decimal import Decimal
from pathlib import Path

from .invoice import make_invoice
from .rates import RateTable
from .reader import SheetError, read_sheet
from .render.document import render_json
from .render.text import render_text
from .summary import Summary


def parse_rate(text: str) -> tuple[str, Decimal]:
    """A rate as `project=price`."""
    project, _, price = text.partition("=")
    return project, Decimal(price)


def build_parser() -> argparse.ArgumentParser:
    """What the command line accepts."""
    parser = argparse.ArgumentParser(
        prog="timesheet", description="Turns a time sheet into an invoice"
    )
    parser.add_argument("month", help="the month, as 2026-03")
    parser.add_argument("sheet", type=Path, help="a CSV file with day, project, time and note")
    parser.add_argument("rates", nargs="+", type=parse_rate, metavar="PROJECT=RATE")
    parser.add_argument("--json", action="store_true", help="write JSON instead of text")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs the program and gives its exit code."""
    options = build_parser().parse_args(arguments)
    try:
        entries = read_sheet(options.sheet.read_text(encoding="utf-8").splitlines())
    except SheetError as error:
        print(f"timesheet: {error}", file=sys.stderr)
        return 2
    if not entries:
        print(f"timesheet: the sheet is empty", file=sys.stderr)
        return 1
    invoice = make_invoice(options.month, entries, RateTable(dict(options.rates)))
    print(render_json(invoice) if options.json else render_text(invoice))
    print(Summary(entries).describe(), file=sys.stderr)
    return 0
