def price(net, rate):
    return net * (1 + rate)


def show(amount, rate):
    print(price(amount))


show(100, 0.2)
