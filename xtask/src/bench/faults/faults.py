"""Realistic faults in the files of a project, each committed on top of its state, and what unbreak makes of them.

    python3 faults.py PROGRAM LANGUAGE COUNT SEED PATTERNS -- COMMAND...

It is run in the project. The same seed gives the same faults. PATTERNS are glob patterns of the files to break, with
commas between them. The last line is the score as JSON.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter

# Seconds that one command may take.
PATIENCE = 200

IMPORTS = {
    "python": r"^(?:import|from)\s.*\n",
    "javascript": r"^(?:(?:var|const|let)\s.*=\s*require\(.*\n|import\s.*\n)",
    "rust": r"^\s*use\s.*;\n",
    "c": r"^#\s*include\s.*\n",
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
KINDS = ["lost-import", "misspelt-use", "renamed-definition", "renamed-uses", "lost-argument", "lost-parameter", "lost-line", "lost-bracket", "lost-word"]
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


def break_once(kind, text, language, chance):
    if kind == "lost-import":
        found = [match.span() for match in re.finditer(IMPORTS[language], text, re.M)]
        return found and replaced(text, chance.choice(found), "")
    if kind == "misspelt-use":
        defined = {start for _, _, start in definitions(text, language)}
        found = [match.span() for offset, line in code_lines(text, language)
                 for match in word_matches(line, offset) if match.start() not in defined]
        if not found:
            return None
        start, end = chance.choice(found)
        name = text[start:end]
        at = chance.randrange(1, len(name) - 2)
        swapped = name[:at] + name[at + 1] + name[at] + name[at + 2:]
        return swapped != name and replaced(text, (start, end), swapped)
    if kind in ("renamed-definition", "renamed-uses"):
        found = [(name, start) for _, name, start in definitions(text, language) if len(re.findall(rf"\b{name}\b", text)) > 1]
        if not found:
            return None
        name, start = chance.choice(found)
        new = another_name(name)
        if re.search(rf"\b{new}\b", text):
            return None
        if kind == "renamed-definition":
            return replaced(text, (start, start + len(name)), new)
        return re.sub(rf"\b{name}\b", lambda match: name if match.start() == start else new, text)
    if kind == "lost-argument":
        found = [match.span(1) for offset, line in code_lines(text, language) if not re.match(r"\s*(?:def|func|fn|function)\b", line)
                 for match in Shifted.all(r"\w\([^()\n]*?(,\s*[^(),\n]+)\)", line, offset)]
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
    if kind == "lost-line":
        found = [(offset, offset + len(line)) for offset, line in code_lines(text, language)
                 if re.match(r"\s+[\w\s.*&:]*\w\s*:?=\s*[^=].*[^{(\[,]\n$", line)]
        return found and replaced(text, chance.choice(found), "")
    if kind == "lost-bracket":
        found = [(offset + match.start(), offset + match.end()) for offset, line in code_lines(text, language) for match in re.finditer(r"[)\]}]", line)]
        return found and replaced(text, chance.choice(found), "")
    old, new = chance.choice(WORDS[language])
    found = [(offset + match.start(), offset + match.end()) for offset, line in code_lines(text, language) for match in re.finditer(re.escape(old), line)]
    return found and replaced(text, chance.choice(found), new)


class Shifted:
    """A match within a line, with places in the text."""

    def __init__(self, match, offset):
        self.match, self.offset = match, offset

    @staticmethod
    def all(pattern, line, offset):
        return [Shifted(match, offset) for match in re.finditer(pattern, line)]

    def start(self, group=0):
        return self.match.start(group) + self.offset

    def end(self, group=0):
        return self.match.end(group) + self.offset

    def span(self, group=0):
        return self.start(group), self.end(group)


def word_matches(line, offset):
    return Shifted.all(r"(?<![\w\"'.])[A-Za-z_]\w{4,}(?=\s*[(.\[,);])", line, offset)


def replaced(text, span, new):
    return text[:span[0]] + new + text[span[1]:]


def faults(language, seed, files):
    """Kinds, files and broken texts, without end."""
    chance = random.Random(seed)
    texts = {file: pathlib.Path(file).read_text(encoding="utf-8") for file in files}
    seen = set()
    for number in range(10_000):
        kind = KINDS[number % len(KINDS)]
        file = chance.choice(files)
        after = break_once(kind, texts[file], language, chance)
        if after and after != texts[file] and after not in seen:
            seen.add(after)
            yield kind, file, after


def git(*words):
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    return subprocess.run(["git", *who, *words], capture_output=True, text=True).stdout


def passes(command):
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode == 0


def outcome(program, command):
    """What unbreak makes of the fault in the last commit."""
    run = [program, "run", "--quiet", "--no-config", "--sandbox", "off", "--budget-time=90s", "--", *command]
    done = subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    if not git("diff"):
        return "nothing"
    if not git("diff", "-w", "--ignore-blank-lines", "HEAD~1"):
        return "exact"
    return "other" if done.returncode == 0 else "kept, red"


def main():
    program, language, count, seed, patterns, _, *command = sys.argv[1:]
    if not passes(command):
        sys.exit(f"{' '.join(command)} fails before anything is broken")
    git("add", "--all")
    git("commit", "--quiet", "--message", "it passes")
    found = (path for pattern in patterns.split(",") for path in sorted(pathlib.Path().glob(pattern)))
    files = [str(path) for path in found if "test" not in str(path)]
    score = Counter()
    for kind, file, after in faults(language, int(seed), files):
        if score.total() == int(count):
            break
        path = pathlib.Path(file)
        before = path.read_text(encoding="utf-8")
        path.write_text(after, encoding="utf-8")
        if passes(command) is not False:
            path.write_text(before, encoding="utf-8")
            continue
        git("commit", "--quiet", "--all", "--message", kind)
        result = outcome(program, command)
        score[result] += 1
        print(f"    {kind:<20} {result:<10} {file}", flush=True)
        git("reset", "--quiet", "--hard", "HEAD~1")
    print(json.dumps(score))


main()
