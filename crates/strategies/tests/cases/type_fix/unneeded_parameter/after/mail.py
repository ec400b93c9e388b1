def send(to, subject):
    return f'{to}: {subject}'
