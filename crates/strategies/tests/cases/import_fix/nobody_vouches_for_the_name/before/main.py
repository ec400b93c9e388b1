import quuxly_toolkit

print(quuxly_toolkit.run())
