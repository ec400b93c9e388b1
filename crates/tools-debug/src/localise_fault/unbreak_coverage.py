# Read by Python when it starts, from a directory in PYTHONPATH: notes for each test which lines of the
# workspace it ran, and the stack of its failure. Needs no package: it uses sys.monitoring (PEP 669),
# and sys.settrace before Python 3.12.
import ast
import atexit
import functools
import json
import os
import re
import sys
import threading

_ROOT = os.environ["UNBREAK_COVERAGE_ROOT"] + os.sep
_OUT = os.environ["UNBREAK_COVERAGE_OUT"]
# The state of unbreak may lie in the workspace.
_HOOKS = os.path.dirname(os.path.realpath(__file__)) + os.sep
_FOREIGN = re.compile(r"(^|[/\\])(site-packages|dist-packages|node_modules|\.venv|venv|\.tox|\.nox)[/\\]")

_INNER = re.compile(r"(\.?<(listcomp|setcomp|dictcomp|genexpr|lambda)>)+$")

_FILES = {}
_CODES = {}
_FUNCTIONS = []
_PLACES = {}
_TESTS = {}
_CURRENT = [None]
_PAUSED = [0]

# The last statement of the test, by its number, in which a function was called. Beyond so many
# statements they are not counted any more, and only what was called in the last few is told.
_CALLS = {}
_MOST_STATEMENTS = 2000
_NEAR = 16
_STATEMENTS = {}


def _own(name):
    known = _FILES.get(name)
    if known is None:
        path = os.path.realpath(name)
        inside = not name.startswith("<") and path.startswith(_ROOT) and not path.startswith(_HOOKS)
        inside = inside and not _FOREIGN.search(path[len(_ROOT) - 1 :])
        known = _FILES[name] = path[len(_ROOT) :] if inside else ""
    return known


def _name(code):
    name = getattr(code, "co_qualname", code.co_name)
    # What an expression makes a function of belongs to the one that it stands in.
    return _INNER.sub("", name.replace("<locals>.", "")) or name


def _function(code):
    number = _CODES.get(code)
    if number is None:
        file = _own(code.co_filename)
        number = _CODES[code] = len(_FUNCTIONS) if file else -1
        if file:
            _FUNCTIONS.append([file, _name(code)])
    return number


def _place(function, line):
    key = (function, line)
    number = _PLACES.get(key)
    if number is None:
        number = _PLACES[key] = len(_PLACES)
    return number


def _ran(code, line):
    test = _CURRENT[0]
    if test is not None:
        function = _function(code)
        if function >= 0:
            test["ran"].add(_place(function, line))


def _called(code):
    test = _CURRENT[0]
    if test is not None:
        function = _function(code)
        if function >= 0:
            _CALLS[function] = test["statements"]


def _statements(file):
    """The first line of the innermost statement of each line of a file."""
    known = _STATEMENTS.get(file)
    if known is None:
        known = _STATEMENTS[file] = {}
        try:
            with open(file, "rb") as source:
                tree = ast.parse(source.read())
        except (OSError, SyntaxError, ValueError):
            return known
        # Outer ones come before those in them.
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt):
                known.update(dict.fromkeys(range(node.lineno, node.end_lineno + 1), node.lineno))
    return known


def _advances(code, line):
    """Whether the test itself goes on to another statement."""
    test = _CURRENT[0]
    if test is None or code.co_filename != test["file"] or test["statements"] >= _MOST_STATEMENTS:
        return False
    statement = (code, _statements(code.co_filename).get(line, line))
    if statement == test["statement"]:
        return False
    test["statement"] = statement
    test["statements"] += 1
    return True


def _near():
    """Functions that were called in the last statements, and how many statements ago."""
    now = _CURRENT[0]["statements"]
    return [[function, now - then] for function, then in list(_CALLS.items()) if now - then < _NEAR]


def _with_monitoring():
    monitoring = sys.monitoring
    events = monitoring.events
    tool = next(number for number in (4, 3, 1, 5, 2, 0) if monitoring.get_tool(number) is None)
    monitoring.use_tool_id(tool, "unbreak")

    def start(code, _offset):
        if _own(code.co_filename) and not monitoring.get_local_events(tool, code):
            monitoring.set_local_events(tool, code, events.LINE)
        if _PAUSED[0]:
            return None
        _called(code)
        return monitoring.DISABLE

    def line(code, number):
        if _PAUSED[0]:
            return None
        _ran(code, number)
        test = _CURRENT[0]
        if test is None or code.co_filename != test["file"]:
            return monitoring.DISABLE
        # What was called in one statement is to be seen in the next one again.
        if _advances(code, number):
            monitoring.restart_events()
        return None if test["statements"] < _MOST_STATEMENTS else monitoring.DISABLE

    monitoring.register_callback(tool, events.PY_START, start)
    monitoring.register_callback(tool, events.PY_RESUME, start)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.set_events(tool, events.PY_START | events.PY_RESUME)
    # What one test has run is to be seen in the next one again.
    return monitoring.restart_events


def _with_settrace():
    def local(frame, event, _argument):
        if event == "line" and not _PAUSED[0]:
            _ran(frame.f_code, frame.f_lineno)
            _advances(frame.f_code, frame.f_lineno)
        return local

    def trace(frame, _event, _argument):
        if not _own(frame.f_code.co_filename):
            return None
        if not _PAUSED[0]:
            _called(frame.f_code)
        return local

    threading.settrace(trace)
    sys.settrace(trace)
    return lambda: None


_again = _with_monitoring() if hasattr(sys, "monitoring") else _with_settrace()


def begin(name, file=None):
    new = {"test": name, "outcome": "passed", "ran": set(), "frames": [], "near": []}
    new.update(file=file, statement=None, statements=0)
    _CURRENT[0] = _TESTS.setdefault(name, new)
    _PAUSED[0] = 0
    _CALLS.clear()
    _again()


def end():
    _CURRENT[0] = None


def over():
    """The test has failed; what runs from now on tells of it, or cleans up."""
    test = _CURRENT[0]
    if test is not None:
        test["near"] = test["near"] or _near()
        end()


def without(module, names):
    """Has functions that describe values run unseen: what they call is no part of the test."""
    for name in names:
        function = getattr(module, name, None)
        if function is not None:
            setattr(module, name, _unseen(function))


def _unseen(function):
    @functools.wraps(function)
    def unseen(*arguments, **named):
        _PAUSED[0] += 1
        try:
            return function(*arguments, **named)
        finally:
            _PAUSED[0] -= 1

    return unseen


def _frames(traceback):
    frames = []
    while traceback is not None:
        function = _function(traceback.tb_frame.f_code)
        if function >= 0:
            frames.append(_place(function, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def failed(name, traceback):
    test = _TESTS.get(name)
    if test is not None:
        test["outcome"] = "failed"
        test["frames"] = test["frames"] or _frames(traceback)


def skipped(name):
    test = _TESTS.get(name)
    if test is not None and test["outcome"] == "passed":
        test["outcome"] = "skipped"


def _write():
    if _TESTS:
        places = [None] * len(_PLACES)
        for place, number in _PLACES.items():
            places[number] = place
        told = ("test", "outcome", "frames", "near")
        tests = [dict({name: test[name] for name in told}, ran=sorted(test["ran"])) for test in _TESTS.values()]
        with open(os.path.join(_OUT, "%d.json" % os.getpid()), "w") as out:
            json.dump({"functions": _FUNCTIONS, "places": places, "tests": tests}, out)


atexit.register(_write)


# What unittest is made to call, when no other runner does.


def watch_unittest():
    import unittest.case

    without(unittest.case, ("safe_repr", "_common_shorten_repr"))
    run = unittest.case.TestCase.run

    def watched(self, result=None):
        if _CURRENT[0] is not None or result is None:
            return run(self, result)
        name = self.id()
        before = len(result.failures) + len(result.errors)
        begin(name, getattr(sys.modules.get(type(self).__module__), "__file__", None))
        try:
            return run(self, result)
        finally:
            near = _near()
            end()
            if len(result.failures) + len(result.errors) > before:
                failed(name, None)
                _TESTS[name]["near"] = near

    unittest.case.TestCase.run = watched
