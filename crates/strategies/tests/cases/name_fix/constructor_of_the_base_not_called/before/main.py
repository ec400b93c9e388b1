class Animal:
    def __init__(self, name, legs=4):
        self.name = name
        self.legs = legs


class Dog(Animal):
    def __init__(self, legs, name, tricks):
        self.tricks = tricks

    def show(self):
        return f"{self.name}, {self.legs}: {self.tricks}"


print(Dog(3, "Rex", 2).show())
