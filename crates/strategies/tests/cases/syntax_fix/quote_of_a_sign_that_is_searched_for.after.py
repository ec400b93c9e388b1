import json


def shown(text):
    """Whether ``text`` can be shown bare, without quotes around it."""
    bare = bool(text) and text.isprintable() and " " not in text
    return text if bare else json.dumps(text)
