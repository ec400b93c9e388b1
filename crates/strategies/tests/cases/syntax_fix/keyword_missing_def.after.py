class Adder:
    def add(self, a, b):
        return a + b
