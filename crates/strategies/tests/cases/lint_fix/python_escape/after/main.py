r"""Words of a label, such as \w."""
import re

WORD = re.compile(r"\w+")
LINE = re.compile(u"\\s*\n")
PAIR = re.compile(rf"{WORD.pattern}\.(?:\d{{2}})")
BYTES = re.compile(rb"\u00")
DONE = re.compile(r"\d", re.VERBOSE) if "\\" else '\'\\d'
