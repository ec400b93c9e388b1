import io, sys

sys.stdin = io.StringIO("3\n")
count = input("how many? ")
print(count - 1)
