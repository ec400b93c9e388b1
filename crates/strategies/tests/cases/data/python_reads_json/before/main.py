import json

with open("settings/app.json") as file:
    settings = json.load(file)

print(settings["port"])
