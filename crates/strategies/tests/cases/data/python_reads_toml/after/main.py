import tomllib

with open("limits.toml", "rb") as file:
    limits = tomllib.load(file)

print(limits["job"]["retries"])
