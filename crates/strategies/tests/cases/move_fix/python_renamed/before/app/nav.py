from .text_utils import slug


def nav(name):
    return slug(name)
