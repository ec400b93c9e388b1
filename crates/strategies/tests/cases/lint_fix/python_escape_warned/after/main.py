import re

WORD, OTHER = r"\w", r"\."
LINE = re.compile("\s*\n"), "\q"
