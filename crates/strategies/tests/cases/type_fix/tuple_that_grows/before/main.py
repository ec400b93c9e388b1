names = ()
names.append("ann")
print(names)
