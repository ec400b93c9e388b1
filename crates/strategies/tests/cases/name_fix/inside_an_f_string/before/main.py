def greet(name):
    return f"Hello, {nmae!r}"


print(greet("you"))
