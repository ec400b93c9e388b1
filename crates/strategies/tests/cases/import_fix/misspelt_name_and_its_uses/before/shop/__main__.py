from .rates import RateTabel


def main(table: RateTabel):
    print(table.rate())


main(RateTabel())
