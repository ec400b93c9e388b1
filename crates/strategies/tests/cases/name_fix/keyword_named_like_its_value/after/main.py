def connect(host, port=80, retries=3):
    return (host, port, retries)


port = 8080
print(connect("a", port=port))
