def mean(numbers):
    """The mean, 0 of nothing."""
    total = sum(numbers)
    total / max(1, len(numbers))
