"""Words of a label, such as \w."""
import re

WORD = re.compile("\w+")
LINE = re.compile(u"\s*\n")
PAIR = re.compile(f"{WORD.pattern}\.(?:\d{{2}})")
BYTES = re.compile(b"\u00")
DONE = re.compile(r"\d", re.VERBOSE) if "\\" else '\'\d'
