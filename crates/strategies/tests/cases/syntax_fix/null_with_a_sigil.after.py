def start():
    head = None
    return head
