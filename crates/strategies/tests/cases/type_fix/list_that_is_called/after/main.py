prices = [3, 4]
print(prices[0])
