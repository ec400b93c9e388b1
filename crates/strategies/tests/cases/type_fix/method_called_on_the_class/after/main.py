class Counter:
    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1


counter = Counter()
counter.add()
print(counter.count)
