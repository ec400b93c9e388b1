total = 0


def totals(items):
    return sum(items)


print(totals([1]), total)
