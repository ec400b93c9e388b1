from collections import deque

queue = deque()
queue.append(3)
print(queue)
