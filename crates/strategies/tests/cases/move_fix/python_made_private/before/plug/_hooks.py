"""What a hook takes."""


def varnames(function):
    return function.__code__.co_varnames
