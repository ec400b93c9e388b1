class Sorter:
    def ordered(self, items):
        items.sort()
        return items
