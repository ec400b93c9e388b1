import json


def save(data):
    return json.dumps(data)


print(save({}), json.loads("{}"))
