seen = {}
seen.add("ann")
print(seen)
