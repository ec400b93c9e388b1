class Prefix:
    def __init__(self, numbers):
        self.sums = [0]
        for number in numbers:
            self.sums.append(self.sums[-1] + number)

    def between(self, low, high):
        return self.sums[high] - self.sums[low]
