from shop import price, total


def text(items, rate):
    return f'{total(items, rate)} of {price(items[0], rate)}'
