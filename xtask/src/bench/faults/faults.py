"""Realistic faults in the files of a project, and what unbreak makes of them.

    python3 faults.py OPTIONS -- COMMAND...

It is run in the project, which is changed back after each run. The same seed gives the same faults. The last line is
the score as JSON.
"""

import argparse
import difflib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
from collections import Counter

# Seconds that one command may take.
PATIENCE = 200

# Files that commands leave behind, as git patterns.
LEFT_BEHIND = "node_modules\ntarget\n*.o\n*.a\n__pycache__\n.pytest_cache\n*.pyc\n.unbreak\n"

IMPORTS = {
    "python": r"^(?:import|from)\s.*\n",
    "javascript": r"^(?:(?:var|const|let)\s.*=\s*require\(.*\n|import\s.*\n)",
    "rust": r"^\s*use\s.*;\n",
    "c": r"^#\s*include\s.*\n",
}
MODULES = {
    "python": r"^(?:import|from)\s+\.*([a-z_]\w{3,})",
    "javascript": r"(?:require\(|from\s)['\"](?:\.{0,2}/)*([a-z][\w-]{3,})",
    "rust": r"^\s*use\s+(?:crate|super|std)::([a-z_]\w{2,})",
    "c": r"^#\s*include\s.([\w/]{4,})",
}
DEFINITIONS = {
    "python": r"^[ ]*def\s+(?P<name>[a-z]\w{3,})\s*\((?P<parameters>[^()]*)\)",
    "javascript": r"^[ ]*(?:(?:module\.)?exports\.(?P<name2>\w+) = )?(?:var\s+(?P<name3>\w{4,}) = )?function\s*(?P<name>[a-z]\w{3,})?\s*\((?P<parameters>[^()]*)\)",
    "rust": r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?fn\s+(?P<name>[a-z]\w{3,})\s*\((?P<parameters>[^()]*)\)",
    "c": r"^[A-Za-z_][\w\s*]*?\b(?P<name>[A-Za-z_]\w{3,})\s*\((?P<parameters>[^();]*)\)\s*\{?$",
}
# Words of each language that people leave out or confuse.
WORDS = {
    "python": [("self.", ""), ("return ", ""), ("not ", ""), ("True", "true"), ("None", "null"), (":\n", "\n"), ("elif", "else if"), ("await ", "")],
    "javascript": [("return ", ""), ("this.", ""), ("new ", ""), ("const ", ""), (" {\n", "\n"), ("===", "=")],
    "rust": [("mut ", ""), ("pub ", ""), ("&", ""), ("return ", ""), (";\n", "\n"), ("::", ":"), ("?;\n", ";\n"), (".clone()", "")],
    "c": [(";\n", "\n"), ("->", "."), ("&", ""), ("*", ""), ("return ", ""), ("unsigned ", ""), ("const ", ""), ("NULL", "null"), ("static ", "")],
}
VERBS = [("get", "fetch"), ("set", "put"), ("parse", "read"), ("is", "has"), ("make", "create"), ("add", "append"), ("to", "as"), ("find", "search"), ("read", "load"), ("write", "save"), ("init", "setup")]
KINDS = [
    "lost-import", "misspelt-use", "misspelt-member", "misspelt-module", "renamed-definition", "renamed-uses", "lost-argument",
    "lost-parameter", "lost-line", "lost-bracket", "lost-quote", "lost-comma", "lost-word", "doubled-line",
]
COMMENT = {"python": "#"}


def code_lines(text, language):
    mark = COMMENT.get(language, "//")
    offset = 0
    for line in text.splitlines(True):
        stripped = line.strip()
        if stripped and not stripped.startswith((mark, "*", "/*", '"""', "'''")):
            yield offset, line
        offset += len(line)


def another_name(name):
    for old, new in VERBS:
        match = re.match(old + r"(?=[A-Z_]|$)", name)
        if match:
            return new + name[match.end():]
    return name + ("_all" if "_" in name or name.islower() else "All")


def definitions(text, language):
    for match in re.finditer(DEFINITIONS[language], text, re.M):
        groups = match.groupdict()
        key = next((key for key in ("name", "name2", "name3") if groups.get(key)), None)
        if key and groups[key] not in ("main", "test", "function", "if", "for", "while", "switch"):
            yield match, groups[key], match.start(key)


def misspelt(text, span, chance):
    """The text with two letters of a name swapped, one lost or one doubled."""
    start, end = span
    name = text[start:end]
    at = chance.randrange(1, len(name) - 1)
    changed = chance.choice([name[:at] + name[at + 1:at + 2] + name[at] + name[at + 2:], name[:at] + name[at + 1:], name[:at] + name[at] + name[at:]])
    return changed != name and replaced(text, span, changed)


def spans(pattern, text, language, group=0):
    """Places of a pattern in lines of code."""
    return [(offset + match.start(group), offset + match.end(group)) for offset, line in code_lines(text, language) for match in re.finditer(pattern, line)]


def break_once(kind, text, language, chance):
    if kind == "lost-import":
        found = [match.span() for match in re.finditer(IMPORTS[language], text, re.M)]
        return found and replaced(text, chance.choice(found), "")
    if kind == "misspelt-module":
        found = [match.span(1) for match in re.finditer(MODULES[language], text, re.M)]
        return found and misspelt(text, chance.choice(found), chance)
    if kind == "misspelt-use":
        defined = {start for _, _, start in definitions(text, language)}
        found = [span for span in spans(r"(?<![\w\"'.])[A-Za-z_]\w{4,}(?=\s*[(.\[,);])", text, language) if span[0] not in defined]
        return found and misspelt(text, chance.choice(found), chance)
    if kind == "misspelt-member":
        found = spans(r"(?<=[\w)\]]\.)[A-Za-z_]\w{3,}", text, language)
        return found and misspelt(text, chance.choice(found), chance)
    if kind in ("renamed-definition", "renamed-uses"):
        defined = [(name, start) for _, name, start in definitions(text, language)]
        once = Counter(name for name, _ in defined)
        found = [(name, start) for name, start in defined if once[name] == 1 and len(re.findall(rf"\b{name}\s*\(", text)) > 1]
        if not found:
            return None
        name, start = chance.choice(found)
        new = another_name(name)
        if re.search(rf"\b{new}\b", text):
            return None
        if kind == "renamed-definition":
            return replaced(text, (start, start + len(name)), new)
        return re.sub(rf"\b{name}(?=\s*\()", lambda match: name if match.start() == start else new, text)
    if kind == "lost-argument":
        found = [
            (offset + match.start(1), offset + match.end(1))
            for offset, line in code_lines(text, language) if not re.match(r"\s*(?:def|func|fn|function)\b", line)
            for match in re.finditer(r"\w\([^()\n]*?(,\s*[^(),\n]+)\)", line)
        ]
        return found and replaced(text, chance.choice(found), "")
    if kind == "lost-parameter":
        found = []
        for match, _, _ in definitions(text, language):
            start, end = match.span("parameters")
            parameters = text[start:end]
            if parameters.strip() and parameters.strip() not in ("self", "&self", "&mut self", "void"):
                cut = parameters.rfind(",")
                found.append((start + max(cut, 0), end))
        return found and replaced(text, chance.choice(found), "")
    if kind in ("lost-line", "doubled-line"):
        found = [(offset, offset + len(line)) for offset, line in code_lines(text, language)
                 if re.match(r"\s+[\w\s.*&:]*\w\s*:?=\s*[^=].*[^{(\[,]\n$", line)]
        if not found:
            return None
        start, end = chance.choice(found)
        return replaced(text, (start, end), "" if kind == "lost-line" else text[start:end] * 2)
    pattern = {"lost-bracket": r"[(\[{)\]}]", "lost-quote": r"[\"']", "lost-comma": r","}.get(kind)
    if pattern:
        found = spans(pattern, text, language)
        return found and replaced(text, chance.choice(found), "")
    old, new = chance.choice(WORDS[language])
    found = spans(re.escape(old), text, language)
    return found and replaced(text, chance.choice(found), new)


def replaced(text, span, new):
    return text[:span[0]] + new + text[span[1]:]


class Fault:
    """One edit that breaks a file."""

    def __init__(self, kind, file, before, after):
        self.kind, self.file, self.after = kind, file, after
        self.edits = edits(before, after)

    def lines(self):
        return {line for first, last, _ in self.edits for line in range(first - 1, last + 1)}


def faults(options, files):
    """Faults, each different from the others, without end."""
    chance = random.Random(options.seed)
    kinds = [kind for kind in KINDS if re.search(options.kind, kind)]
    seen = set()
    for number in range(10_000):
        kind, file = kinds[number % len(kinds)], chance.choice(files)
        before = read(file)
        after = break_once(kind, before, options.language, chance)
        if after and after != before and after not in seen:
            seen.add(after)
            yield Fault(kind, file, before, after)


def together(chosen, originals):
    """The broken texts by file, or nothing if two faults touch."""
    texts = {}
    for file in {fault.file for fault in chosen}:
        here = [fault for fault in chosen if fault.file == file]
        if sum(len(fault.lines()) for fault in here) != len(set().union(*(fault.lines() for fault in here))):
            return None
        lines = originals[file].splitlines(True)
        for first, last, new in sorted(set().union(*(fault.edits for fault in here)), reverse=True):
            lines[first:last] = [line + "\n" for line in new]
        texts[file] = "".join(lines)
    return texts


def read(file):
    with open(file, encoding="utf-8", newline="") as text:
        return text.read()


def write(texts):
    for file, text in texts.items():
        pathlib.Path(file).write_text(text, encoding="utf-8", newline="")


def git(*words):
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    return subprocess.run(["git", *who, *words], capture_output=True, text=True, check=True).stdout


class Judge:
    """The project as it was, in a repository that unbreak does not see."""

    def __init__(self, place):
        self.place = place
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run(["git", "init", "--quiet", "--bare", place], check=True)
        pathlib.Path(place, "info", "exclude").write_text(LEFT_BEHIND + ".git\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "it passes")

    def git(self, *words):
        return git(f"--git-dir={self.place}", "--work-tree=.", *words)

    def changed(self):
        return [line for line in self.git("diff", "--name-only", "HEAD").splitlines() if line]

    def differs(self):
        """Whether anything but empty space differs."""
        self.git("add", "--all", "--intent-to-add")
        return bool(self.git("diff", "-w", "--ignore-blank-lines", "HEAD"))

    def back(self):
        self.git("reset", "--quiet", "--hard")
        self.git("clean", "--quiet", "--force", "-d")


def passes(command):
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode == 0


def edits(before, after):
    """The changed places, each with what stands there now."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return {(i1, i2, tuple(after.splitlines()[j1:j2])) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"}


def outcome(options, command, judge, broken, originals):
    """What unbreak makes of the faults, and what is left of them as a diff."""
    flags = ["--quiet", "--no-config", "--sandbox", "off", "--budget-time=90s", *options.flags.split()]
    # What other runs taught is not used.
    state = pathlib.Path(f"{options.judge}.state")
    shutil.rmtree(state, ignore_errors=True)
    environment = dict(os.environ, UNBREAK_STATE_DIR=str(state))
    said = subprocess.run([options.program, "run", *flags, "--", *command], capture_output=True, text=True, timeout=PATIENCE, env=environment, errors="replace")
    now = {file: read(file) for file in set(judge.changed()) | set(broken) if os.path.exists(file)}
    text = said.stdout + said.stderr
    if all(now.get(file) == after for file, after in broken.items()) and set(now) <= set(broken):
        return "nothing", text
    if not judge.differs():
        return "exact", text
    if said.returncode == 0:
        return "other", text
    # Each edit that was kept removes a fault: what still differs was broken so.
    for file, after in now.items():
        if file not in originals or not edits(originals[file], after) <= edits(originals[file], broken.get(file, originals[file])):
            return "kept, red", text
    return "part", text


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--language", required=True, choices=sorted(WORDS))
    parser.add_argument("--files", required=True, help="glob patterns of the files to break, with commas between them")
    parser.add_argument("--faults", type=int, default=27, help="how many runs")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--together", type=int, default=1, help="faults in each run")
    parser.add_argument("--kind", default="", help="a regular expression of the kinds to take")
    parser.add_argument("--history", default="commit", choices=["commit", "edit", "none"])
    parser.add_argument("--flags", default="", help="further flags of unbreak run")
    parser.add_argument("--name", default="run", help="how the files of outcomes begin")
    parser.add_argument("--judge", required=True, help="a directory for the project as it was")
    parser.add_argument("--diffs", default="", help="a directory for outcomes to read")
    return parser.parse_args()


def main():
    split = sys.argv.index("--")
    command = sys.argv[split + 1:]
    del sys.argv[split:]
    options = arguments()
    if not passes(command):
        sys.exit(f"{' '.join(command)} fails before anything is broken")
    judge = Judge(options.judge)
    found = (path for pattern in options.files.split(",") for path in sorted(pathlib.Path().glob(pattern)))
    files = [str(path) for path in found if not re.search(r"test|node_modules", str(path))]
    originals = {file: read(file) for file in files}
    score = Counter()
    chosen = []
    for fault in faults(options, files):
        if score.total() == options.faults:
            break
        write({fault.file: fault.after})
        alone = passes(command)
        judge.back()
        if alone is not False or not together([*chosen, fault], originals):
            continue
        chosen.append(fault)
        if len(chosen) < options.together:
            continue
        texts, done = together(chosen, originals), "; ".join(f"{fault.kind} in {fault.file}" for fault in chosen)
        chosen = []
        if options.history != "none":
            shutil.rmtree(".git", ignore_errors=True)
            git("init", "--quiet")
            pathlib.Path(".git", "info", "exclude").write_text(LEFT_BEHIND)
            git("add", "--all")
            git("commit", "--quiet", "--message", "it passes")
        write(texts)
        if options.history == "commit":
            git("commit", "--quiet", "--all", "--message", "next")
        try:
            result, text = outcome(options, command, judge, texts, originals)
        except subprocess.TimeoutExpired:
            result, text = "too slow", ""
        score[result] += 1
        number = score.total()
        print(f"    {number:>3} {result:<10} {done}", flush=True)
        if options.diffs and result != "exact":
            place = pathlib.Path(options.diffs)
            place.mkdir(parents=True, exist_ok=True)
            left = judge.git("diff", "HEAD")
            name = f"{options.name}-{number}-{result.replace(', ', '-')}.txt"
            broken = "".join(
                "".join(difflib.unified_diff(originals[file].splitlines(True), after.splitlines(True), file, file, n=1)) for file, after in texts.items()
            )
            place.joinpath(name).write_text(f"# broken\n{broken}\n# left\n{left}\n# said\n{text}", encoding="utf-8")
        judge.back()
    shutil.rmtree(".git", ignore_errors=True)
    print(json.dumps(score))


main()
