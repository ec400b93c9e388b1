class Report:
    def __init__(self, rows):
        self.totals = {}
        self.add(rows)

    def add(self, rows):
        totlas = dict(self.totals)
        for name, amount in rows:
            totals[name] = amount
        self.totals = totals


print(Report([("tea", 3)]).totals)
