import sqrt from math

print(sqrt(2))
