class Clock:
    def hour() -> int:
        return 3
