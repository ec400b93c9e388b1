def price(amount):
<<<<<<< HEAD
    return amount * 2
=======
    return amount * 3
>>>>>>> offer


print(price(1))
