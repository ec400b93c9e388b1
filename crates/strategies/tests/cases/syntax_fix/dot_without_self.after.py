class Stack:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)
