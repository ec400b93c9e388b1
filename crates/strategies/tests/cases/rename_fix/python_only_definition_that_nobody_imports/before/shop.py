def reduced(amount):
    return amount * 0.9
