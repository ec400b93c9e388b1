class Stack:
    def __init__(self):
        self.items == []

    def push(self, item):
        self.items.append(item)


Stack().push(1)
