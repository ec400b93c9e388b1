def total(items):
    return sum(items) * rate + fee
