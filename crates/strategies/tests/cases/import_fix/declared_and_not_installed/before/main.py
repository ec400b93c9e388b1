import yaml

print(yaml.safe_load("a: 1"))
