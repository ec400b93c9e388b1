def greet(name):
    return f"Hello, {name!r}"


print(greet("you"))
