# Read by Python when it starts, from a directory in PYTHONPATH: notes for each test which lines of the
# workspace it ran, and the stack of its failure. Needs no package: it uses sys.monitoring (PEP 669),
# and sys.settrace before Python 3.12.
import atexit
import json
import os
import re
import sys
import threading

_ROOT = os.environ["UNBREAK_COVERAGE_ROOT"] + os.sep
_OUT = os.environ["UNBREAK_COVERAGE_OUT"]
_FOREIGN = re.compile(r"(^|[/\\])(site-packages|dist-packages|node_modules|\.venv|venv|\.tox|\.nox)[/\\]")

_INNER = re.compile(r"(\.?<(listcomp|setcomp|dictcomp|genexpr|lambda)>)+$")

_FILES = {}
_CODES = {}
_FUNCTIONS = []
_PLACES = {}
_TESTS = {}
_CURRENT = [None]


def _own(name):
    known = _FILES.get(name)
    if known is None:
        path = os.path.realpath(name)
        inside = not name.startswith("<") and path.startswith(_ROOT) and not _FOREIGN.search(path[len(_ROOT) - 1 :])
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


def _with_monitoring():
    monitoring = sys.monitoring
    events = monitoring.events
    tool = next(number for number in (4, 3, 1, 5, 2, 0) if monitoring.get_tool(number) is None)
    monitoring.use_tool_id(tool, "unbreak")

    def start(code, _offset):
        if _own(code.co_filename) and not monitoring.get_local_events(tool, code):
            monitoring.set_local_events(tool, code, events.LINE)
        return monitoring.DISABLE

    def line(code, number):
        _ran(code, number)
        return monitoring.DISABLE

    monitoring.register_callback(tool, events.PY_START, start)
    monitoring.register_callback(tool, events.PY_RESUME, start)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.set_events(tool, events.PY_START | events.PY_RESUME)
    # What one test has run is to be seen in the next one again.
    return monitoring.restart_events


def _with_settrace():
    def local(frame, event, _argument):
        if event == "line":
            _ran(frame.f_code, frame.f_lineno)
        return local

    def trace(frame, _event, _argument):
        return local if _own(frame.f_code.co_filename) else None

    threading.settrace(trace)
    sys.settrace(trace)
    return lambda: None


_again = _with_monitoring() if hasattr(sys, "monitoring") else _with_settrace()


def begin(name):
    _CURRENT[0] = _TESTS.setdefault(name, {"test": name, "outcome": "passed", "ran": set(), "frames": []})
    _again()


def end():
    _CURRENT[0] = None


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
        tests = [dict(test, ran=sorted(test["ran"])) for test in _TESTS.values()]
        with open(os.path.join(_OUT, "%d.json" % os.getpid()), "w") as out:
            json.dump({"functions": _FUNCTIONS, "places": places, "tests": tests}, out)


atexit.register(_write)


# What unittest is made to call, when no other runner does.


def watch_unittest():
    import unittest.case

    run = unittest.case.TestCase.run

    def watched(self, result=None):
        if _CURRENT[0] is not None or result is None:
            return run(self, result)
        name = self.id()
        before = len(result.failures) + len(result.errors)
        begin(name)
        try:
            return run(self, result)
        finally:
            end()
            if len(result.failures) + len(result.errors) > before:
                failed(name, None)

    unittest.case.TestCase.run = watched
