"""𝄞: a clef of two UTF-16 units; the import goes below this text."""
from music import Clef


def note() -> str:
    return "𝄞𝄞" + Clef().name
