import sys


def again(error, tb):
    raise error.__class__, error, tb


def pour():
    try:
        return 1 / 0
    except ZeroDivisionError:
        kind, value, tb = sys.exc_info()
        raise kind, value, tb


def drink():
    try:
        return pour()
    except ZeroDivisionError:
        caught = sys.exc_info()
        raise caught[0], caught[1], caught[2]


def spill():
    raise ValueError, "no tea", sys.exc_info()[2]
