import re
re.compile(r"\d+")
