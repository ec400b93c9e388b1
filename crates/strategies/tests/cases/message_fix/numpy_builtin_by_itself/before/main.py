import numpy as np

weights = np.array([1, 2], dtype=np.float)
more = np.zeros(3, dtype=np.float)
print(weights, more)
