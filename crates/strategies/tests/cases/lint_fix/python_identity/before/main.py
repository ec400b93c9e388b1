import sys

kind = sys.argv[0]
if kind is "tea" or kind is not None:
    print(kind)
