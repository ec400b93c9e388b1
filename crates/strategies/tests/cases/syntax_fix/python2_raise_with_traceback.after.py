import sys


def again(error, tb):
    raise error.with_traceback(tb)


def pour():
    try:
        return 1 / 0
    except ZeroDivisionError:
        kind, value, tb = sys.exc_info()
        raise value.with_traceback(tb)


def drink():
    try:
        return pour()
    except ZeroDivisionError:
        caught = sys.exc_info()
        raise caught[1].with_traceback(caught[2])


def spill():
    raise ValueError("no tea").with_traceback(sys.exc_info()[2])
