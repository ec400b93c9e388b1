from .rates import RateTable


def main(table: RateTable):
    print(table.rate())


main(RateTable())
