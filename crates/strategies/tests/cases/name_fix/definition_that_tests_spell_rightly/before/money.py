def calcualte_total(items):
    return sum(items)


def twice(items):
    return 2 * calcualte_total(items)
