import sys

if sys.platform == "linux":
    print("here")
