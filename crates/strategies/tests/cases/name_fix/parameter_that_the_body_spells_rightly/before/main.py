def repeat(text, tmies):
    if times > 3:
        times = 3
    return text * times


def shout(text, tmies):
    if times > 3:
        return text
    return text * times


print(shout("x", 2))
