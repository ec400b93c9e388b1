class Shop:
    def total(self):
        return 3

    def show(self):
        print('sum', total)


Shop().show()
