"""Names."""


def varnames(function):
    return function.__code__.co_varnames
