class Counter:
    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1


counter = Counter()
Counter.add()
print(counter.count)
