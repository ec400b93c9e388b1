import sys
if 1: print("a")
print("x %d" % 3, 4, file=sys.stderr)
print("a", end=' ')
print()
print(("a"), b)
for i in []:
    print(i, "b"); print()
