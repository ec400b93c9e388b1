def slug(text):
    return text.lower()


def title(text):
    return text.title()
