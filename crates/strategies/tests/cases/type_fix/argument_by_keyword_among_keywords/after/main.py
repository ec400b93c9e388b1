def send(text, *, to, retries):
    print(text, to, retries)


def notify(to, retries):
    send("hello", to=to, retries=retries)


notify("ann", 3)
