prices = {"tea": 3}
for name, price in prices.items:
    print(name, price)
