import time
import timeit

print(timeit.default_timer() > 0)
print(tine.monotonic() > 0)
