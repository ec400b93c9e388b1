def total(prices):
    result = 0
    for price in prices:
        result += price


print(total([1, 2]) + 1)
