seen = set()
seen.add("ann")
print(seen)
