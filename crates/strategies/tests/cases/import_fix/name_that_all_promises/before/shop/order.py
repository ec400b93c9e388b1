class Order:
    def __init__(self, cart):
        self.lines = list(cart.lines)
