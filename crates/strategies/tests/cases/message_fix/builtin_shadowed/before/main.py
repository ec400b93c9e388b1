import numpy as np


def build(float):
    return np.zeros(3, dtype=np.float) * float


print(build(2))
