from beta import two


def one():
    return two
