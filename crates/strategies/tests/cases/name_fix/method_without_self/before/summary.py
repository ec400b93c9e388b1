class Summary:
    def __init__(self, minutes):
        self.minutes = minutes

    def busiest(self):
        return max(self.minutes)

    def describe(self):
        return f"most: {busiest()}"
