import jsn

print(json.dumps({}))
