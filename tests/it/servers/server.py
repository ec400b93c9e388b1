# A language server that knows one thing, and may behave as no server should. MODE is set above.
import json
import os
import subprocess
import sys
import time

PROJECT = os.getcwd()
sleeper = subprocess.Popen(["sleep", "600"])
with open(os.path.join(PROJECT, "..", "processes"), "a") as known:
    print(os.getpid(), sleeper.pid, file=known)


def say(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    sys.stdout.buffer.flush()


def hear():
    length = 0
    while (line := sys.stdin.buffer.readline().strip()) != b"":
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length)) if length else sys.exit(0)


def insert(uri, line, character, text):
    place = {"line": line, "character": character}
    return {"changes": {uri: [{"range": {"start": place, "end": place}, "newText": text}]}}


def edit(uri):
    if MODE == "outside":
        return insert("file:///etc/hostname", 0, 0, "x")
    if MODE == "upwards":
        return insert(f"file://{PROJECT}/../beside.go", 0, 0, "x")
    if MODE == "beyond":
        return insert(uri, 4_000_000, 4_000_000, "\n// repaired\n")
    if MODE == "creates":
        return {"documentChanges": [{"kind": "create", "uri": f"file://{PROJECT}/new.go"}]}
    return insert(uri, 3, 0, "// repaired\n")


def answer(message):
    method = message["method"]
    if method == "initialize":
        return {"capabilities": {"codeActionProvider": True, "diagnosticProvider": {}}}
    if method == "textDocument/diagnostic":
        return {"items": []}
    if method == "textDocument/codeAction":
        if MODE == "crashes late":
            os._exit(3)
        if MODE == "hangs late":
            time.sleep(600)
        uri = message["params"]["textDocument"]["uri"]
        return [{"title": "repair", "kind": "quickfix", "edit": edit(uri)}]
    return None


if MODE == "crashes":
    print("error: the index is damaged", file=sys.stderr)
    sys.exit(7)
if MODE == "hangs":
    time.sleep(600)
if MODE == "nonsense":
    print("welcome to the server\n" * 1000, flush=True)
    time.sleep(600)
if MODE == "not json":
    sys.stdout.buffer.write(b"Content-Length: 9\r\n\r\n{{{{{{{{{")
    sys.stdout.buffer.flush()
    time.sleep(600)
if MODE == "endless":
    sys.stdout.buffer.write(b"Content-Length: 99999999999\r\n\r\n")
    sys.stdout.buffer.flush()
    time.sleep(600)
while MODE == "floods":
    say({"method": "window/logMessage", "params": {"type": 3, "message": "busy " * 100}})
while True:
    message = hear()
    if message["method"] == "exit":
        sys.exit(0)
    if "id" in message:
        say({"id": message["id"], "result": answer(message)})
