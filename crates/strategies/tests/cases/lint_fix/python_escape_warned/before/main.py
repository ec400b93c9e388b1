import re

WORD, OTHER = "\w", "\."
LINE = re.compile("\s*\n"), "\q"
