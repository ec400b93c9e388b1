def limit(values):
    best = float("inf")
    for value in values:
        best = min(best, value)
    return best
