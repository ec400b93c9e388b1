def greet(name, *, greeting):
    print(greeting, name)


greet("Ann", greeting="Hello")
