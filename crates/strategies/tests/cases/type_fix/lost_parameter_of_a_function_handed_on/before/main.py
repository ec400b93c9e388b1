from ops import decrement


def update(fields, row):
    fields(row)
    return row


assert update(decrement("n"), {"n": 2}) == {"n": 1}
print("ok")
