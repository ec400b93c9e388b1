def total(prices):
    result = 0
    for price in prices:
        result += price
    return result


print(total([1, 2]))
