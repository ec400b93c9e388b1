def greet(name: str | None = None) -> None:
    print(name)
