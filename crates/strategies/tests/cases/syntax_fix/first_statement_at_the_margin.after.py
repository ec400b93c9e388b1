def knapsack(weights, capacity):
    table = [0] * (capacity + 1)
    for weight in weights:
        table[weight] = 1
    return table[capacity]


print(knapsack([1, 3, 4], 4))
