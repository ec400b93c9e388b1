def label(name: str, count: int) -> str:
    return f"{count} x {name}"


print(label("tea", 3))
