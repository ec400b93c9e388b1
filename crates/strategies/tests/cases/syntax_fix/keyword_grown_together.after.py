def main(items):
    for item in items:
        print(item)
