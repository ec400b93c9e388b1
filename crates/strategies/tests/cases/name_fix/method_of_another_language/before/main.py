from collections import deque

queue = deque()
queue.push(3)
print(queue)
