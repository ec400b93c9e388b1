from shop import total

print(total([1], 2))
