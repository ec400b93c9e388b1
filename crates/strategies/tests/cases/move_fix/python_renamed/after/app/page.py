from app.strings import slug, title


def page(name):
    return slug(name), title(name)
