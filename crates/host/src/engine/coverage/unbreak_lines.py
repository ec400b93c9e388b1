# Read by Python when it starts, from a directory in PYTHONPATH, as `sitecustomize`: notes which of the given
# lines the program runs. Needs no package: sys.monitoring (PEP 669), and sys.settrace before Python 3.12.
import ast
import atexit
import importlib.machinery
import importlib.util
import json
import os
import sys
import threading


def _chain():
    """Runs the sitecustomize that this one stands before."""
    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_WANTED = {file: set(lines) for file, lines in json.loads(os.environ["UNBREAK_LINES"]).items()}
_OUT = os.environ["UNBREAK_LINES_OUT"]
_PATHS = {}
_RAN = {file: set() for file in _WANTED}


def _file(name):
    known = _PATHS.get(name)
    if known is None:
        path = "" if name.startswith("<") else os.path.realpath(name)
        known = _PATHS[name] = path if path in _WANTED else ""
    return known


def _with_monitoring():
    monitoring = sys.monitoring
    events = monitoring.events
    tool = next(number for number in (4, 3, 1, 5, 2, 0) if monitoring.get_tool(number) is None)
    monitoring.use_tool_id(tool, "unbreak")

    def start(code, _offset):
        if _file(code.co_filename):
            monitoring.set_local_events(tool, code, events.LINE)
        return monitoring.DISABLE

    def line(code, number):
        _RAN[_file(code.co_filename)].add(number)
        return monitoring.DISABLE

    monitoring.register_callback(tool, events.PY_START, start)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.set_events(tool, events.PY_START)


def _with_settrace():
    def local(frame, event, _argument):
        if event == "line":
            _RAN[_file(frame.f_code.co_filename)].add(frame.f_lineno)
        return local

    def trace(frame, _event, _argument):
        return local if _file(frame.f_code.co_filename) else None

    threading.settrace(trace)
    sys.settrace(trace)


def _own_lines(statement):
    """The lines of a statement, without those of the statements in it."""
    last = statement.end_lineno
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        last = max(statement.lineno, body[0].lineno - 1)
    return range(statement.lineno, last + 1)


def _reached(file):
    """The wanted lines of which a part of the statement ran."""
    with open(file, "rb") as source:
        tree = ast.parse(source.read())
    reached = _WANTED[file] & _RAN[file]
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            lines = set(_own_lines(node))
            if lines & _RAN[file]:
                reached |= lines & _WANTED[file]
    return sorted(reached)


def _write():
    reached = {}
    for file, ran in _RAN.items():
        if ran:
            try:
                reached[file] = _reached(file)
            except (OSError, SyntaxError, ValueError):
                pass
    if reached:
        with open(os.path.join(_OUT, "%d.json" % os.getpid()), "w") as out:
            json.dump(reached, out)


atexit.register(_write)
_with_monitoring() if hasattr(sys, "monitoring") else _with_settrace()
_chain()
