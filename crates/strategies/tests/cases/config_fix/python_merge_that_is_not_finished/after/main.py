def price(amount):
    return amount * 2


print(price(1))
