"""Prints planted secrets in the ways of programs that fail, and fails."""

import base64
import json
import os
import sys
import urllib.parse

LINES = json.load(open("lines.json"))

for at, line in enumerate(LINES["output"]):
    print(line)
    print(f"src/app.c:{at + 1}:5: error: request failed: {line.splitlines()[0]}", file=sys.stderr)
for name in LINES["env"]:
    value = os.environ[name]
    for form in (value, base64.b64encode(value.encode()).decode(), urllib.parse.quote(value), json.dumps(value)):
        print(f"sending {form}")
        print(f"src/env.c:1:5: error: rejected {form.splitlines()[0]}", file=sys.stderr)
for word in sys.argv[1:]:
    print(f"was told {word}")
for at in range(LINES["file"]):
    print(f"settings.py:{at + 1}:1: error: bad setting", file=sys.stderr)


def deploy(secrets):
    raise RuntimeError("rejected: " + " ".join(secrets))


deploy([os.environ[name] for name in LINES["env"]] + LINES["output"] + sys.argv[1:])
