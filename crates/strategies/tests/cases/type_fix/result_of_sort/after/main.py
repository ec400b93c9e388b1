names = ["bob", "ann"]
for name in sorted(names, reverse=True):
    print(name)
