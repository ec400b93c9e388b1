def __getattr__(name):
    raise AttributeError(f"`shelf.{name}` was removed. Use `shelf.sum_up` or `shelf.count` instead.")


def sum_up(items):
    return sum(items)


def count(items):
    return len(items)
