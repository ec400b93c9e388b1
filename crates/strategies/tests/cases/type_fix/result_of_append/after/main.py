names = []
for name in ["ann", "bob"]:
    names.append(name)
print(names)
