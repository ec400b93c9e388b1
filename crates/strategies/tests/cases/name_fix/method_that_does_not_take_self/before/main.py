class Clock:
    def hour():
        return 3


print(Clock().hour())
