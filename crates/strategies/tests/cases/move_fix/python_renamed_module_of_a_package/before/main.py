from app import text


def go():
    return text.slug('A') + text.title('b')
