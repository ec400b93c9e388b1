def calculate_total(items):
    return sum(items)


def twice(items):
    return 2 * calculate_total(items)
