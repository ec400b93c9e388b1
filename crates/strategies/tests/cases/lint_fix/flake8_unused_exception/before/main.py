def one(queue):
    try:
        return queue.pop()
    except IndexError as error:
        return 1
