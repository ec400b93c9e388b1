import sys

print("one")
sys.exit(f"nothing")
