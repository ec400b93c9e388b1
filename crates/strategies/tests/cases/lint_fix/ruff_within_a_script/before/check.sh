#!/bin/sh
set -e
python3 -m ruff check --select E711 src  # the linter
