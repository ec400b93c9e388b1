import json

print(json.dmups({}))
