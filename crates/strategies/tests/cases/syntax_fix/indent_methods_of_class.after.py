class Counter:
    def __init__(self):
        self.count = 0

    def add(self, number):
        self.count += number
        return self.count
