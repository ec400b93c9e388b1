import sys

kind = sys.argv[0]
if kind == "tea" or kind is not None:
    print(kind)
