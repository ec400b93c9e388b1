"""Validates SARIF files against the schema: sarif.py SCHEMA -- FILE..."""

import json
import sys

import jsonschema

schema, files = sys.argv[1], sys.argv[3:]
with open(schema, encoding="utf-8") as text:
    schema = json.load(text)
validator = jsonschema.validators.validator_for(schema)(schema)
faults = 0
for name in files:
    with open(name, encoding="utf-8") as text:
        for error in validator.iter_errors(json.load(text)):
            faults += 1
            print(f"{name}: {error.json_path}: {error.message[:200]}")
sys.exit(1 if faults else 0)
