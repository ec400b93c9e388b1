import quuxly

print(quuxly.run())
