import numpy

missing = [numpy.nan, 1.0]
print(missing)
