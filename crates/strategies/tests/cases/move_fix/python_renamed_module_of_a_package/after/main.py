from app import strings


def go():
    return strings.slug('A') + strings.title('b')
