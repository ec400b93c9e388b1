count = 0


def step(by=1):
    """Counts."""
    global count
    count += by
    return count


print(step(), step(2))
