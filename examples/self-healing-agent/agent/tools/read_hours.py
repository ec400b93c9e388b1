"""Reads the rows of a time sheet."""

import csv
import json
import sys


def read_hours(file):
    with open(file, newline="") as sheet:
        return list(csv.DictReader(sheet))


if __name__ == "__main__":
    print(json.dumps(read_hours(**json.load(sys.stdin))))
