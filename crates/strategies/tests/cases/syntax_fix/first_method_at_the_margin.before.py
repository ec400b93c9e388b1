class Stack:
def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)


stack = Stack()
stack.push(3)
