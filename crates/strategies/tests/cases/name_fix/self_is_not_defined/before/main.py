class Clock:
    offset = 1

    def hour(base):
        return base.offset + self.offset


print(Clock().hour())
