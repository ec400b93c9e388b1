class Stack:
    def __init__(self):
        self.items = []

    def pop(self):
        if !self.items:
            raise IndexError("empty")
        return self.items.pop()
