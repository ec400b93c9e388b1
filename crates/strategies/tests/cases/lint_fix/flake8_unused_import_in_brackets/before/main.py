from os import (
    getcwd,
    listdir,
)

print(listdir("."))
