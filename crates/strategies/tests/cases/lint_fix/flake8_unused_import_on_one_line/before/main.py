from os import getcwd, listdir

print(getcwd())
