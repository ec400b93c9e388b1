class Node:
    pass


previous = none
print(previous is None)
