from .strings import slug


def nav(name):
    return slug(name)
