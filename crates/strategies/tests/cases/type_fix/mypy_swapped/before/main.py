def label(name: str, count: int) -> str:
    return f"{count} x {name}"


print(label(3, "tea"))
