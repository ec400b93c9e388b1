import json

print(json.dumps({}, indent=2))
