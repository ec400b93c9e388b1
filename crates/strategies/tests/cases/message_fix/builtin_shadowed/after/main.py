import numpy as np


def build(float):
    return np.zeros(3, dtype=np.float64) * float


print(build(2))
