def price(net, rate):
    return net * (1 + rate)


amount = 100
print(price(amount))
