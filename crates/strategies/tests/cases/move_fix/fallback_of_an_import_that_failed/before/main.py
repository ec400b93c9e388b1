import shop

print(shop.Leaf)
