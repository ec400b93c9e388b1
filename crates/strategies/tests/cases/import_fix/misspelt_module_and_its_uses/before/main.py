import jsn


def save(data):
    return jsn.dumps(data)


print(save({}), jsn.loads("{}"))
