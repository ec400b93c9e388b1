# Read by Python when it starts, from a directory in PYTHONPATH: remembers the last lines that ran in
# the workspace and what was raised there, and writes both down when the program ends.
import atexit
import collections
import json
import os
import re
import sys
import threading

_ROOT = os.environ["UNBREAK_TRACE_ROOT"] + os.sep
_OUT = os.environ["UNBREAK_TRACE_OUT"]
_FOREIGN = re.compile(r"(^|[/\\])(site-packages|dist-packages|node_modules|\.venv|venv|\.tox)[/\\]")
_SECRET = re.compile(r"pass(word|wd|phrase)?$|secret|token|api_?key|credential|private_?key", re.I)
_SELF = os.path.realpath(__file__)
_LINES = collections.deque(maxlen=200)
_RAISED = collections.deque(maxlen=20)
_OWN = {}


def _own(code):
    name = code.co_filename
    known = _OWN.get(name)
    if known is None:
        path = os.path.realpath(name)
        inside = path.startswith(_ROOT) and path != _SELF and not name.startswith("<")
        inside = inside and not _FOREIGN.search(path[len(_ROOT) - 1 :])
        known = _OWN[name] = path[len(_ROOT) :] if inside else ""
    return known


def _show(name, value):
    if _SECRET.search(name):
        return "<redacted>"
    try:
        text = repr(value)
    except Exception as error:
        return "<%s in repr>" % type(error).__name__
    return text if len(text) <= 200 else text[:200] + "..."


def _raised(frame, file, kind, value):
    # The same exception passes through every frame on its way; the innermost is the one to keep.
    if any(seen[0] is value for seen in _RAISED):
        return
    shown = {name: _show(name, held) for name, held in list(frame.f_locals.items())[:40] if not name.startswith("__")}
    place = {"file": file, "line": frame.f_lineno, "function": frame.f_code.co_name}
    _RAISED.append((value, dict(place, type=kind.__name__, message=_show("", value), locals=shown)))


def _local(frame, event, arg):
    if event == "line":
        _LINES.append((_own(frame.f_code), frame.f_lineno, frame.f_code.co_name))
    elif event == "exception" and isinstance(arg[1], BaseException):
        _raised(frame, _own(frame.f_code), arg[0], arg[1])
    return _local


def _trace(frame, event, arg):
    return _local if _own(frame.f_code) else None


def _write():
    sys.settrace(None)
    lines = [{"file": file, "line": line, "function": function} for file, line, function in _LINES]
    if lines or _RAISED:
        with open(os.path.join(_OUT, "%d.json" % os.getpid()), "w") as out:
            json.dump({"lines": lines, "raised": [raised for _, raised in _RAISED]}, out)


atexit.register(_write)
threading.settrace(_trace)
sys.settrace(_trace)
