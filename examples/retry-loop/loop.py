#!/usr/bin/env python3
"""Runs a worker until a check passes, with unbreak's retry policy.

Usage: loop.py TASK WORKER CHECK

WORKER is a shell command that gets the prompt on standard input and changes files. CHECK is a shell command
that exits with 0 when the result is right. Exit code 0 when the check passes, 1 when the policy gives up.
"""

import json
import os
import subprocess
import sys

UNBREAK = os.environ.get("UNBREAK", "unbreak")


def policy(operation, value):
    """Asks `unbreak policy` with JSON, and returns its answer."""
    asked = subprocess.run(
        [UNBREAK, "policy", operation],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode != 0:
        sys.exit(asked.stderr)
    return json.loads(asked.stdout)


def main(task, worker, check):
    prompt, memory, attempt = task, {}, 1
    while True:
        subprocess.run(worker, shell=True, input=prompt, text=True, check=False)
        checked = subprocess.run(check, shell=True, capture_output=True, text=True, check=False)
        if checked.returncode == 0:
            print(f"attempt {attempt}: the check passes")
            return 0
        failure = {
            "verification": {
                "passed": False,
                "message": checked.stdout + checked.stderr,
                "exit_code": checked.returncode,
            }
        }
        record = policy("classify", {"failure": failure, "source": "verify", "attempt": attempt})
        decided = policy("decide", {"record": record, "memory": memory, "policy": {"max_attempts": 5}})
        memory, decision = decided["memory"], decided["decision"]
        print(f"attempt {attempt}: {record['kind']}, {decision['action']}")
        if decision["action"] != "retry":
            return 1
        prompt = task + "\n\n" + policy("repair", record)["prompt_suffix"]
        attempt = decision["attempt"]


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
