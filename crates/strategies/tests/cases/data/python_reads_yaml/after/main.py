import yaml

with open("service.yaml") as file:
    service = yaml.safe_load(file)

print(service["name"])
