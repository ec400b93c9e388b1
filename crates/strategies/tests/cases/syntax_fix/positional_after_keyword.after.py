def call(send, body):
    return send(body, retries=3)
