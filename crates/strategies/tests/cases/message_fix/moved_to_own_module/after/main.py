from lab.readers import Reader
from shelf import sum_up

print(Reader, sum_up([1]))
