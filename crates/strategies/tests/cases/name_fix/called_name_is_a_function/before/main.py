total = 0


def totals(items):
    return sum(items)


print(totalz([1]), total)
