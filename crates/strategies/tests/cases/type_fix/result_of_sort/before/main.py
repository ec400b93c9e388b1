names = ["bob", "ann"]
for name in names.sort(reverse=True):
    print(name)
