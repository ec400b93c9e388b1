import sys

if sys.platform is "linux":
    print("here")
