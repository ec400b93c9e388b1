def show(stock: dict[str, int]):
    for name, count in stock:
        print(name, count)


show({"tea": 3, "cake": 4})
