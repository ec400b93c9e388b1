values = []
values.append(3)
print(values)
