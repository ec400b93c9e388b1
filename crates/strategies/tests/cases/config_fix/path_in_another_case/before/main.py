with open('data/prices.txt') as file:
    print(sum(map(int, file)))
