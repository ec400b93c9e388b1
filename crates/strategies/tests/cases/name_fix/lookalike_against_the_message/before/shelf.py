def __getattr__(name):
    raise AttributeError(f"module 'shelf' has no attribute '{name}'; use `sum_up` instead")


def totals(items):
    return list(items)


def sum_up(items):
    return sum(items)
