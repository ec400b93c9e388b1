class Clock:
    offset = 1

    def hour(self, base):
        return base + self.offset


print(Clock().hour(2))
