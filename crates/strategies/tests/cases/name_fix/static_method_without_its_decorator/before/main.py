class Table:
    def __init__(self, rows):
        self.rows = rows

    def pad(text, width):
        return text.ljust(width)

    def render(self):
        return "|".join(self.pad(row, 3) for row in self.rows)


def header(text):
    return Table.pad(text, 3)


print(header("x"), Table(["a"]).render())
