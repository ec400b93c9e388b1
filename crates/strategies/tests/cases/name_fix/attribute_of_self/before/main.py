class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.itmes.append(item)


Stack().push(1)
