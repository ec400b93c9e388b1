from garden.plants import names

print(names())
