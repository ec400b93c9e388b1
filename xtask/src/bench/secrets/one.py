"""Fails with one planted secret in its message."""

import json
import sys


def deploy(secret):
    raise RuntimeError("rejected: " + secret)


deploy(json.load(open("lines.json"))["all"][int(sys.argv[1])])
