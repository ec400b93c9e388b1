class Page:
    def show(self):
        print(self.url if self else url)
        print(url)

    def __bool__(self):
        return False


Page().show()
