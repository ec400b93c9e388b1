import operator
from datetime import date, datetime, timedelta


def parsed(text, kind=timedelta):
    days, _, seconds = text.partition(" ")
    return kind(days=int(days), seconds=int(seconds))


def day(text):
    return datetime.strptime(text, "%Y-%m-%d").date()


def is_day(value):
    return isinstance(value, date) and operator.index(value.day) > 0


print(parsed("1 2"), is_day(day("2020-01-02")))
