class Counter:
    def __init__(self):
        self.count = 0

    def add(self):
        self.count = self.count + 1


Counter().add()
