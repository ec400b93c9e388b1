"""Writes an invoice."""

import json
import sys


def write_invoice(file, hours, rate):
    with open(file, "w") as invoice:
        invoice.write(f"{hours} hours at {rate}: {hours * rate:.2f}\n")
    return file


if __name__ == "__main__":
    print(json.dumps(write_invoice(**json.load(sys.stdin))))
