def show(row):
    return row["colour"]


print(show({"name": "tea"}))
