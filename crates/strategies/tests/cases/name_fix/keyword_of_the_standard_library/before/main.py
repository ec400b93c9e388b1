import json

print(json.dumps({}, indnet=2))
