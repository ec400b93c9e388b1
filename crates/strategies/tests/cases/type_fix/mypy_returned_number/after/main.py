def label(count: int) -> str:
    return str(count)
