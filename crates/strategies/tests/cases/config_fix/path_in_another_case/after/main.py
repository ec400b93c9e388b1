with open('data/Prices.txt') as file:
    print(sum(map(int, file)))
