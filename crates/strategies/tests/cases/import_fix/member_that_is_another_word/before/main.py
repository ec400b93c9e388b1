from inspect import getargspec

print(getargspec(len))
