#!/bin/sh
# What must pass before a change is merged: the tests and the linter, both even if the first fails.
status=0
python3 -m pytest -q || status=1
python3 -m ruff check || status=1
exit $status
