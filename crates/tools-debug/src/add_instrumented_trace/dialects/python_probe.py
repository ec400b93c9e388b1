path = os.environ.get("UNBREAK_PROBES")
sheet = Sheet(path) if path else None
def hit(head, values, names=None):
    for name, value in values:
        try: value = repr(value() if names is None else eval(value, *names))
        except Exception as error: value = "<%s: %s>" % (type(error).__name__, error)
        head += "\t%s = %s" % (name, value if len(value) <= 2000 else value[:2000] + "...")
    if sheet is not None: sheet.write(head + "\n")
    else: os.write(2, (head + "\n").encode("utf-8", "backslashreplace"))
