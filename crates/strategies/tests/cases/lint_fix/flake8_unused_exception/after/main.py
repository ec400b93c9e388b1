def one(queue):
    try:
        return queue.pop()
    except IndexError:
        return 1
