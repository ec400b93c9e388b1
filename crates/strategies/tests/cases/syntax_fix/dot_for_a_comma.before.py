def shifted(text, by):
    return text, by


message = "hello"
print(shifted(message. -3))
