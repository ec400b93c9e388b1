import sys

kind = sys.argv[0]
if kind is "tea" or kind is not None:
    print(kind)
if kind is not 3 and "" is not None is not kind:
    print(kind)
