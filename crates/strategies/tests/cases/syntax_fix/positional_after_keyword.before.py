def call(send, body):
    return send(retries=3, body)
