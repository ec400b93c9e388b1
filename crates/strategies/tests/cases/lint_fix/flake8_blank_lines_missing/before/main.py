import os
# Names.
@staticmethod
def names():
    return os.listdir(".")
