import numpy as np


def show(function):
    return np.source(function)


show(print)
