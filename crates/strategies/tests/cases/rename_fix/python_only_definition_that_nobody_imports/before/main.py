from shop import discount

print(discount(10))
