def __getattr__(name):
    raise AttributeError(f"`shelf.{name}` was removed. Use `shelf.count` instead.")


def sum_up(items):
    return sum(items)


def amount(items):
    return len(items)
