class Clock:
    offset = 1

    def hour(self, base):
        return base.offset + self.offset


print(Clock().hour())
