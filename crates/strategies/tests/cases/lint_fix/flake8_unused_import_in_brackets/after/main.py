from os import (
    listdir,
)

print(listdir("."))
