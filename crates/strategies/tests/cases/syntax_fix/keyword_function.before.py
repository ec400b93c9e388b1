class Adder:
    function add(self, a, b):
        return a + b
