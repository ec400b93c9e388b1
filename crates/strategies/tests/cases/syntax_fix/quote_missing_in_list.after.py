NAMES = ["one", "two", "three"]
