import quuxly_kit

print(quuxly_kit.run())
