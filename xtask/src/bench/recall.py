"""Prints failures of mutants as JSON, an object a line: `cause`, `message`, `frames`, `places`.

A mutant is a module of Python's standard library with one small change, made by a seeded choice; its
failures are those of the module's own tests, which all have the change as their cause. `places` are the
fifteen lines that Ochiai's formula finds most suspicious for the failing test alone.

`recall.py MUTANTS [SEED]`
"""

import ast
import importlib
import json
import math
import os
import random
import sys
import traceback
import types
import unittest

MODULES = {
    "textwrap": "test.test_textwrap",
    "heapq": "test.test_heapq",
    "bisect": "test.test_bisect",
    "fnmatch": "test.test_fnmatch",
    "shlex": "test.test_shlex",
    "colorsys": "test.test_colorsys",
    "graphlib": "test.test_graphlib",
    "statistics": "test.test_statistics",
    "fractions": "test.test_fractions",
    "string": "test.test_string",
    "configparser": "test.test_configparser",
    "difflib": "test.test_difflib",
}
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OPERATE = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


class Mutate(ast.NodeTransformer):
    """Changes the `wanted`th place that can be changed."""

    def __init__(self, wanted):
        self.wanted, self.seen, self.depth = wanted, 0, 0

    def visit_FunctionDef(self, node):
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def is_it(self):
        self.seen += self.depth > 0
        return self.depth > 0 and self.seen - 1 == self.wanted

    def visit_Compare(self, node):
        self.generic_visit(node)
        if type(node.ops[0]) in COMPARE and self.is_it():
            node.ops[0] = COMPARE[type(node.ops[0])]()
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if type(node.op) in OPERATE and self.is_it():
            node.op = OPERATE[type(node.op)]()
        return node

    def visit_Return(self, node):
        self.generic_visit(node)
        if node.value is not None and self.is_it():
            node.value = ast.Constant(None)
        return node

    def visit_Constant(self, node):
        if type(node.value) is int and self.is_it():
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node


def failures(name, tests, tree, file, cause):
    """In a process of its own, because modules are kept."""
    module = types.ModuleType(name)
    module.__file__, module.__spec__ = file, importlib.util.find_spec(name)
    code = compile(tree, file, "exec")
    exec(code, module.__dict__)
    sys.modules[name] = module
    ran, out = [], []

    class Result(unittest.TestResult):
        def startTest(self, test):
            self.lines = set()
            sys.settrace(self.trace)

        def trace(self, frame, event, arg):
            if frame.f_code.co_filename != file:
                return None
            self.lines.add(frame.f_lineno)
            return self.trace

        def stopTest(self, test):
            sys.settrace(None)

        def addSuccess(self, test):
            ran.append((self.lines, None))

        def failed(self, test, error):
            sys.settrace(None)
            frames = [
                "%s:%s" % (os.path.basename(frame.filename), frame.name)
                for frame in traceback.extract_tb(error[2])
                if "unittest" not in frame.filename
            ]
            ran.append((self.lines, ("".join(traceback.format_exception_only(error[0], error[1])), frames)))

        addFailure = addError = failed

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self.failed(test, error)

    suite = unittest.defaultTestLoader.loadTestsFromName(tests)
    suite.run(Result())
    passed = [lines for lines, said in ran if said is None]
    failing = [(lines, said) for lines, said in ran if said is not None]
    for lines, (message, frames) in failing[:6]:
        score = {line: 1 / math.sqrt(1 + sum(line in other for other in passed)) for line in lines}
        worst = sorted(lines, key=lambda line: (-score[line], line))[:15]
        places = ["%s:%d" % (os.path.basename(file), line) for line in worst]
        out.append({"cause": cause, "message": message.strip()[:2000], "frames": frames, "places": places})
    return out


def child(seconds, *arguments):
    """What a forked process returns, or nothing when it crashes or takes too long."""
    import signal

    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        signal.alarm(seconds)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            os.write(writer, b"".join(json.dumps(each).encode() + b"\n" for each in failures(*arguments)))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        text = said.read()
    os.waitpid(pid, 0)
    return text


def main():
    wanted, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chance, made = random.Random(seed), 0
    for _ in range(20 * wanted):
        if made >= wanted:
            break
        name = chance.choice(sorted(MODULES))
        try:
            file = importlib.util.find_spec(name).origin
            importlib.util.find_spec(MODULES[name])
        except ImportError:
            continue
        with open(file, encoding="utf-8") as source:
            text = source.read()
        places = Mutate(-1)
        places.visit(ast.parse(text))
        place = chance.randrange(places.seen)
        tree = ast.fix_missing_locations(Mutate(place).visit(ast.parse(text)))
        said = child(20, name, MODULES[name], tree, file, "%s %d" % (name, place))
        if said:
            made += 1
            sys.stdout.write(said)
            sys.stdout.flush()


main()
