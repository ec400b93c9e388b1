def one(queue):
    unused = queue.pop()
    return 1
