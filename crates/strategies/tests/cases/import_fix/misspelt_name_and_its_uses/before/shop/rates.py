class RateTable:
    def rate(self):
        return 3


class RateTables:
    pass
