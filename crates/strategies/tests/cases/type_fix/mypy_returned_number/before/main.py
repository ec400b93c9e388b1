def label(count: int) -> str:
    return count
