NAMES = ["one", "two, "three"]
