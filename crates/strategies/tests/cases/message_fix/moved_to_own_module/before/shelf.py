def __getattr__(name):
    if name == "total":
        raise AttributeError("`shelf.total` was renamed to `shelf.sum_up`")
    if name == "Reader":
        raise ImportError("`Reader` has been moved to `lab.readers`")
    raise AttributeError(name)


def sum_up(items):
    return sum(items)
