"""𝄞: a clef of two UTF-16 units; the import goes below this text."""


def note() -> str:
    return "𝄞𝄞" + Clef().name
