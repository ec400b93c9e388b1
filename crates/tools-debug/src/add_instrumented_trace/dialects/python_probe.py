import os
opened = [None, None]
def out(path):
    # The program may have closed the file, and opened one of its own under the same number.
    number, known = opened
    try: about = None if number is None else os.fstat(number)
    except OSError: about = None
    if about is None or (about.st_dev, about.st_ino) != known:
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        about = os.fstat(number)
        opened[:] = [number, (about.st_dev, about.st_ino)]
    return number
def hit(head, values, names=None):
    for name, value in values:
        try: value = repr(value() if names is None else eval(value, *names))
        except Exception as error: value = "<%s: %s>" % (type(error).__name__, error)
        head += "\t%s = %s" % (name, value if len(value) <= 2000 else value[:2000] + "...")
    path = os.environ.get("UNBREAK_PROBES")
    os.write(out(path) if path else 2, (head + "\n").encode("utf-8", "backslashreplace"))
