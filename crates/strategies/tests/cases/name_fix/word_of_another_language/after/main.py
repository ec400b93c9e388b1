value = None
print(value)
