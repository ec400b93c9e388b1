from collections import defaultdcit

groups = defaultdict(list)
