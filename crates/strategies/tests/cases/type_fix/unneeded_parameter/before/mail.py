def send(to, subject, retries):
    return f'{to}: {subject}'
