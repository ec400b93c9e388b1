from shop import Cart, Order

print(Order(Cart()).lines)
