import sys

kind = sys.argv[0]
if kind == "tea" or kind is not None:
    print(kind)
if kind != 3 and "" is not None is not kind:
    print(kind)
