from os import getcwd

print(getcwd())
