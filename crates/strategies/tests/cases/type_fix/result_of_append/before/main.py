names = []
for name in ["ann", "bob"]:
    names = names.append(name)
print(names)
