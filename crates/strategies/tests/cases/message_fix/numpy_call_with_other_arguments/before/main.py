import numpy as np

print(np.cast["f"](3))
