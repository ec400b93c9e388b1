"""Counts what a linter finds in projects, at first, after its own fixes, and after `unbreak run`.

Arguments: the program, a place to work in, and `LINTER=DIRECTORY` for each project.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

RUFF = ["ruff", "check", "--no-cache", "--isolated", "--select", "E,F,W,B,UP,SIM,I,C4,RUF,PIE,PERF", "."]
ESLINT = ["eslint", "."]
CLIPPY = ["cargo", "clippy", "--quiet", "--all-targets", "--", "-D", "warnings"]
CONFIGURATION = """module.exports = [{
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2021, sourceType: "commonjs" },
    rules: {
        semi: ["error", "always"], quotes: ["error", "single"], indent: ["error", 2], "prefer-const": "error",
        "no-var": "error", eqeqeq: "error", curly: "error", "object-shorthand": "error", "prefer-template": "error",
    },
}];
"""


def run(command, tree, **more):
    return subprocess.run(command, cwd=tree, text=True, capture_output=True, check=False, **more)


def ruff(tree):
    found = run(["ruff", "check", "--output-format=json", *RUFF[2:]], tree)
    return len(json.loads(found.stdout or "[]"))


def eslint(tree):
    found = run([*ESLINT, "--format=json"], tree)
    return sum(file["errorCount"] for file in json.loads(found.stdout or "[]"))


def clippy(tree):
    for source in pathlib.Path(tree).rglob("*.rs"):
        source.touch()
    asked = [*CLIPPY[:4], "--message-format=json", *CLIPPY[4:]]
    findings = set()
    for line in run(asked, tree).stdout.splitlines():
        message = json.loads(line).get("message") if line.startswith("{") else None
        if message and message["level"] == "error" and message["spans"]:
            span = message["spans"][0]
            findings.add((message["message"], span["file_name"], span["line_start"], span["column_start"]))
    return len(findings)


LINTERS = {
    "ruff": (RUFF, [*RUFF, "--fix"], ruff),
    "eslint": (ESLINT, [*ESLINT, "--fix"], eslint),
    "clippy": (CLIPPY, ["cargo", "clippy", "--fix", "--allow-dirty", "--all-targets"], clippy),
}


def git(tree, *words):
    subprocess.run(["git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", *words], cwd=tree, check=True)


def fresh(project, place, linter):
    tree = place / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(project, tree, ignore=shutil.ignore_patterns(".git", "node_modules", ".eslintrc*"))
    if linter == "eslint":
        (tree / "eslint.config.js").write_text(CONFIGURATION)
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "released")
    return tree


def main():
    program, place, *projects = sys.argv[1:]
    place = pathlib.Path(place)
    os.environ["CARGO_TARGET_DIR"] = str(place / "target")
    os.environ["UNBREAK_STATE_DIR"] = str(place / "state")
    sums = [0, 0, 0, 0]
    print(f"{'project':32} {'first':>6} {'own fix':>8} {'unbreak':>8} {'--yes':>6} {'seconds':>8}")
    for word in projects:
        linter, _, project = word.partition("=")
        command, own, count = LINTERS[linter]
        tree = fresh(project, place, linter)
        counts = [count(tree)]
        run(own, tree)
        counts.append(count(tree))
        began = time.monotonic()
        for options in ([], ["--yes"]):
            tree = fresh(project, place, linter)
            run([program, "run", *options, "--", *command], tree, stdin=subprocess.DEVNULL)
            counts.append(count(tree))
        taken = time.monotonic() - began
        sums = [total + number for total, number in zip(sums, counts)]
        name = f"{pathlib.Path(project).name} ({linter})"
        print(f"{name:32} {counts[0]:6} {counts[1]:8} {counts[2]:8} {counts[3]:6} {taken:8.0f}", flush=True)
    print(f"{'all':32} {sums[0]:6} {sums[1]:8} {sums[2]:8} {sums[3]:6}")


main()
