class Shape:
    def describe(self):
        return "a shape"

    described = True
