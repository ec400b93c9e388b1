import os
def hit(head, values, names=None):
    for name, value in values:
        try: value = repr(value() if names is None else eval(value, *names))
        except Exception as error: value = "<%s: %s>" % (type(error).__name__, error)
        head += "\t%s = %s" % (name, value if len(value) <= 2000 else value[:2000] + "...")
    path = os.environ.get("UNBREAK_PROBES")
    out = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600) if path else 2
    os.write(out, (head + "\n").encode("utf-8", "backslashreplace"))
    if path: os.close(out)
