def greet(name: str = None) -> None:
    print(name)
