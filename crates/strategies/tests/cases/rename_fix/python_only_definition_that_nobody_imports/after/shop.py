def discount(amount):
    return amount * 0.9
