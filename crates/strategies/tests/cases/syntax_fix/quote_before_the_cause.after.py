import datetime


def from_timestamp(value):
    try:
        return datetime.datetime.fromtimestamp(value)
    except OverflowError as exc:
        raise ValueError("Timestamp is too large") from exc
