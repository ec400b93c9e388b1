class Result:
    __slots__ = ("_value",)

    def __init__(self, value: int) -> None:
        self._value = value

    def value(self) -> int:
        return self._value
