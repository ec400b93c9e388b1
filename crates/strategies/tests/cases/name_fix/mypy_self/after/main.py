class Clock:
    def hour(self) -> int:
        return 3
