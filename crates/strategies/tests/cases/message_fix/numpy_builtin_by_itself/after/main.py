import numpy as np

weights = np.array([1, 2], dtype=float)
more = np.zeros(3, dtype=float)
print(weights, more)
