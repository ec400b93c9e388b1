def start():
    head = $NULL
    return head
