import numpy

print(numpy.run_module)
