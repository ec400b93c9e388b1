import re
re.compile(ur"\d+")
