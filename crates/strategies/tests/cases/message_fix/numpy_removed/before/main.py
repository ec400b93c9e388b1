import numpy

missing = [numpy.NaN, 1.0]
print(missing)
