class Node:
    pass


previous = None
print(previous is None)
