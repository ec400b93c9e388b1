class Account:
    def __init__(self):
        self.balnace = 0

    def pay(self, amount):
        self.balance += amount
        return self.balance
