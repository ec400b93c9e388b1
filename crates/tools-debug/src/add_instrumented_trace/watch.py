# Read by Python when it starts, from a directory in PYTHONPATH: reports when watched lines are
# reached, with the values of expressions. Nothing in the program is edited.
import json
import os
import sys
import threading
import types

_SIGNS = os.environ["UNBREAK_WATCH_SIGNS"]


def _sign(name):
    open(os.path.join(_SIGNS, name), "w").close()


class _Probe:
    def __init__(self, spec):
        self.head, self.file = spec["head"], spec["file"]
        self.first, self.last = spec["first"], spec["last"]
        self.expressions = [(each["shown"], self.compiled(each["evaluated"])) for each in spec["expressions"]]

    @staticmethod
    def compiled(text):
        try:
            return compile(text, "<probe>", "eval")
        except SyntaxError as error:
            return error

    def starts(self, code):
        """Where the statement begins in a code object. A line that spans several, or ends a loop,
        comes back to its first line without beginning again."""
        inner = code.co_name != "<module>" and self.first <= code.co_firstlineno <= self.last
        if inner:
            return ()
        starts, before = [], None
        for offset, line in _lines(code):
            if line == self.first and not (before is not None and self.first <= before <= self.last):
                starts.append(offset)
            before = line
        return starts

    def hit(self, frame):
        text = self.head
        for name, expression in self.expressions:
            value = _value(expression, frame)
            text += "\t%s = %s" % (name, value if len(value) <= 2000 else value[:2000] + "...")
        _SHEET.write(text + "\n")


def _lines(code):
    if hasattr(code, "co_lines"):
        return [(start, line) for start, _, line in code.co_lines() if line is not None]
    import dis

    return list(dis.findlinestarts(code))


def _value(expression, frame):
    try:
        if isinstance(expression, SyntaxError):
            raise expression
        names = frame.f_globals
        # A comprehension within an expression sees no names but global ones.
        if any(isinstance(const, types.CodeType) for const in expression.co_consts):
            names = dict(names, **frame.f_locals)
        return repr(eval(expression, names, frame.f_locals))
    except Exception as error:
        return "<%s: %s>" % (type(error).__name__, error)


_SHEET = Sheet(os.environ["UNBREAK_PROBES"])

with open(os.environ["UNBREAK_WATCH"]) as _spec:
    _PROBES = [_Probe(spec) for spec in json.load(_spec)]
_BY_NAME = {}
_BY_CODE = {}


def _inside(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            for inner in _inside(const):
                yield inner


def _of_file(name):
    known = _BY_NAME.get(name)
    if known is None:
        path = os.path.realpath(name)
        known = _BY_NAME[name] = [probe for probe in _PROBES if probe.file == path]
    return known


def _watched(code):
    """The probes of a code object, by the offset at which they are reached."""
    known = _BY_CODE.get(code)
    if known is None:
        known = _BY_CODE[code] = {}
        for probe in _of_file(code.co_filename):
            for start in probe.starts(code):
                known.setdefault(start, []).append(probe)
            if code.co_name == "<module>" and not any(probe.starts(inner) for inner in _inside(code)):
                _sign("empty%d" % _PROBES.index(probe))
    return known


def _reached(frame):
    for probe in _BY_CODE[frame.f_code].get(frame.f_lasti, ()):
        probe.hit(frame)


def _monitor():
    monitoring = sys.monitoring
    events = monitoring.events
    tool = next(tool for tool in (4, 3, 5) if monitoring.get_tool(tool) is None)
    monitoring.use_tool_id(tool, "unbreak")

    # A line that does not begin here may do so at another offset.
    firsts = {}

    def begin(code, offset):
        if _of_file(code.co_filename) and _watched(code):
            firsts[code] = {probe.first for probes in _watched(code).values() for probe in probes}
            monitoring.set_local_events(tool, code, events.LINE)
        return monitoring.DISABLE

    def line(code, number):
        frame = sys._getframe(1)
        probes = _BY_CODE[code].get(frame.f_lasti)
        if probes is None:
            return None if number in firsts[code] else monitoring.DISABLE
        for probe in probes:
            probe.hit(frame)

    monitoring.register_callback(tool, events.PY_START, begin)
    monitoring.register_callback(tool, events.LINE, line)
    monitoring.set_events(tool, events.PY_START)


def _trace():
    def local(frame, event, arg):
        if event == "line":
            _reached(frame)
        return local

    def called(frame, event, arg):
        return local if _of_file(frame.f_code.co_filename) and _watched(frame.f_code) else None

    threading.settrace(called)
    sys.settrace(called)


_sign("started")
_monitor() if hasattr(sys, "monitoring") else _trace()
