from app.text_utils import slug, title


def page(name):
    return slug(name), title(name)
