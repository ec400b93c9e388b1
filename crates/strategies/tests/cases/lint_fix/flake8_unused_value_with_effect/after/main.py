def one(queue):
    queue.pop()
    return 1
