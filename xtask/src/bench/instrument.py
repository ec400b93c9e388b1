"""Reads what the example `probe_every_line` prints, and has each probed file checked by the language
itself: `instrument.py UNBREAK PROGRAM FILE...`. A file that is refused without probes is left out.
Then it measures what a probe on a hot line costs."""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

NODE = """
const vm = require('vm'), lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', line => {
  let said = null;
  try { new vm.Script('(function (exports, require, module, __filename, __dirname) {' +
        JSON.parse(line).replace(/^#!.*/, '') + '\\n})'); } catch (error) { said = String(error); }
  console.log(JSON.stringify(said));
});
"""
RUBY = """
require 'json'
$VERBOSE = nil
$stdout.sync = true
STDIN.each_line do |line|
  said = begin; RubyVM::InstructionSequence.compile(JSON.parse(line, quirks_mode: true)); nil
         rescue SyntaxError => error; error.message[0, 300]; end
  puts JSON.generate(said)
end
"""


class Server:
    """A process that checks one text after another."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, text, file):
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Compiler:
    """A program that checks one file. Includes are looked for beside the original."""

    def __init__(self, *command, beside=False):
        self.command, self.beside = command, beside

    def __call__(self, text, file):
        with tempfile.TemporaryDirectory() as scratch:
            name = os.path.join(scratch, os.path.basename(file))
            with open(name, "w") as out:
                out.write(text)
            include = ["-I", os.path.dirname(file) or "."] if self.beside else []
            command = [part.replace("{scratch}", scratch) for part in self.command]
            ran = subprocess.run([*command, *include, name], capture_output=True, text=True, cwd=scratch)
            return None if ran.returncode == 0 else ran.stderr[:300] or "exit code %d" % ran.returncode


def python(text, file):
    try:
        compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        return str(error)


CHECKERS = {
    "py": lambda: python,
    "js": lambda: Server("node", "-e", NODE),
    "cjs": lambda: Server("node", "-e", NODE),
    "rb": lambda: Server("ruby", "-e", RUBY),
    "sh": lambda: Compiler("bash", "-n"),
    "go": lambda: Compiler("gofmt", "-l"),
    "c": lambda: Compiler("cc", "-fsyntax-only", "-w", beside=True),
    "cpp": lambda: Compiler("c++", "-fsyntax-only", "-w", beside=True),
    "cc": lambda: Compiler("c++", "-fsyntax-only", "-w", beside=True),
    "rs": lambda: Compiler("rustc", "--edition=2021", "--crate-type=lib", "--cap-lints=allow", "--emit=metadata", "-o", "{scratch}/out"),
    "java": lambda: Compiler("javac", "-proc:none", "-nowarn", "-d", "{scratch}"),
}


def statements(text):
    """The lines on which a statement of a Python file begins."""
    import ast

    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    return {min([node.lineno] + [at.lineno for at in getattr(node, "decorator_list", [])]) for node in nodes}


def measure(program, file, checker, counts):
    with open(file, encoding="utf-8") as source:
        original = source.read()
    if checker(original, file) is not None:
        counts["files that are refused without probes"] += 1
        return
    counts["files"] += 1
    wanted = statements(original) if file.endswith(".py") else None
    with subprocess.Popen([program, file], stdout=subprocess.PIPE, text=True) as probes:
        for line in probes.stdout:
            result = json.loads(line)
            is_statement = wanted is None or result["line"] in wanted
            if result["line"] == 0:
                what, kind = "files with probes at all lines", "files with probes at all lines: refused"
            elif result["refused"] is not None:
                # What is no statement may have no place.
                known = "lines without a place" if wanted is None else "lines that are no statements"
                counts["statements without a place" if wanted and is_statement else known] += 1
                if wanted and is_statement:
                    print(f"{file}:{result['line']}: {result['refused']}")
                continue
            else:
                what, kind = "probes at statements" if wanted and is_statement else "probes", "refused"
            counts[what] += 1
            said = result["refused"] or checker(result["text"], file)
            if said is not None:
                counts[kind] += 1
                print(f"{file}:{result['line']}: {said}")


HOT = """
import time

def work(n):
    return sum(i * i for i in range(n))

def main():
    total = 0
    for n in range(4000):
        total += work(1500)
    return total

began = time.process_time()
main()
print("took", time.process_time() - began)
"""


def overhead(unbreak):
    """Processor time of a line that is reached 4,000 times, 0.1 ms each; the best of several runs each
    way, in turn."""
    watched = "watched by sys.monitoring" if hasattr(sys, "monitoring") else "watched by sys.settrace"
    with tempfile.TemporaryDirectory() as scratch:
        with open(os.path.join(scratch, "hot.py"), "w") as out:
            out.write(HOT)
        took = collections.defaultdict(list)
        program = [unbreak, "instrument", "hot.py:10", "--expr", "n", "--once", "--format", "json", "--limit", "0"]
        for _ in range(7):
            plain = subprocess.run([sys.executable, "hot.py"], cwd=scratch, capture_output=True, text=True)
            took["without a probe"].append(float(plain.stdout.split()[1]))
            for name, how in ((watched, "--watch"), ("edited", "--edit")):
                command = [*program, how, "--", sys.executable, "hot.py"]
                report = json.loads(subprocess.run(command, cwd=scratch, capture_output=True, text=True).stdout)
                assert report["run"]["total"] == 4000, report
                took[name].append(float(report["run"]["tail"].split("took ")[1].split()[0]))
        base = min(took["without a probe"])
        for name, times in took.items():
            print(f"{name}: {min(times):.3f} s, {100 * (min(times) / base - 1):+.1f} %")


def main():
    unbreak, program, *files = sys.argv[1:]
    totals, checkers = collections.defaultdict(collections.Counter), {}
    for file in files:
        language = re.sub(r".*\.", "", os.path.basename(file)) if "." in os.path.basename(file) else "sh"
        checker = checkers.setdefault(language, CHECKERS[language]())
        measure(program, file, checker, totals[language])
    for language, counts in totals.items():
        print(f"{language}:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    overhead(unbreak)


main()
