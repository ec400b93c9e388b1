def greeting():
    return "hello"


name, punctuation = "Ada", "!"
print(greeting(name, punctuation))
