class Link:
    def __init__(self, last, root, key):
        self.prev, self.next, self.key = last, root key


print(Link(1, 2, 3).key)
