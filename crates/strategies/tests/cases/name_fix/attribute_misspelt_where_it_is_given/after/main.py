class UnexpectedInput(Exception):
    def describe(self):
        return f"unexpected {self.token}"


class UnexpectedToken(UnexpectedInput):
    def __init__(self, token, expected):
        super().__init__()
        self.token = token
        self.expected = expected


print(UnexpectedToken("a", {"b"}).describe())
