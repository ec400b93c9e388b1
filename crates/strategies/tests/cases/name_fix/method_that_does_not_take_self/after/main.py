class Clock:
    def hour(self):
        return 3


print(Clock().hour())
