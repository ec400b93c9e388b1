count = 0


def step(by=1):
    """Counts."""
    count += by
    return count


print(step(), step(2))
