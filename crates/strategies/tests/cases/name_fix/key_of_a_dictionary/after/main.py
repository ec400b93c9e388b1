ROWS = [{"name": "tea", "price": 3}, {"name": "cake", "price": 4}]


def total(rows):
    return sum(row["price"] for row in rows)


print(total(ROWS), ROWS[0]["price"])
