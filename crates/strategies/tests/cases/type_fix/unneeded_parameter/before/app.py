from mail import send


def welcome(to):
    return send(to, 'hi')


def bye(to):
    return send(to, 'bye')
