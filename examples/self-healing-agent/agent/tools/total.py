"""Adds up the hours of a time sheet."""

import json
import sys


def total(rows):
    return math.fsum(float(row["hours"]) for row in rows)


if __name__ == "__main__":
    print(json.dumps(total(**json.load(sys.stdin))))
