import json


def dump(data, **options):
    return json.dumps(data **options)


print(dump({"a": 1}, indent=2))
