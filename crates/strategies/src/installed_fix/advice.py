"""Finds what an installed package says of a name that changed, as one line of JSON on standard output.

Arguments: a top-level module, the name, and what the name belongs to: a class or function, or "" for the
module. The files of the package are read; nothing of it is imported.
"""

import ast
import importlib.machinery
import json
import os
import re
import sys

TOP, NAME, OWNER = sys.argv[1:4]
MOST_FILES, MOST_BYTES, MOST_FOUND = 4000, 2_000_000, 40
WORD = re.compile(rf"(?<![\w]){re.escape(NAME)}(?![\w])")
HINT = re.compile(r"\b(?:[Uu]se|instead|renamed|replaced|superseded|moved|favou?r|now|[Pp]refer)\b")
# Tables and functions that are about names that changed say so in their own names.
CHANGED = re.compile(r"deprecat|renam|moved|removed|alias|expired|legacy|old_|redirect", re.IGNORECASE)
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
CHANGELOG = re.compile(r"(?:change|history|news|release|migrat|upgrad)", re.IGNORECASE)

found = []


def note(text, path, line):
    entry = {"text": text, "file": path, "line": line}
    if len(found) < MOST_FOUND and all(other["text"] != text for other in found):
        found.append(entry)


def plain(text):
    """A text without the markup of reStructuredText and Markdown links."""
    text = re.sub(r":[\w:]+:`[~!]?([^`<]*?)`", r"`\1`", text)
    text = re.sub(r":[\w:]+:`[^`<]*<([^`>]*)>`", r"`\1`", text)
    return re.sub(r"\s+", " ", text.replace("``", "`")).strip()


def sentences(text):
    """Its sentences; an entry of a list, a paragraph and a directive of reStructuredText end one, too."""
    for block in re.split(r"\n\s*\n|\n\s*(?:[-*+]|\d+\.)\s|\n\s*\.\. \w+::", "\n" + text):
        bare = re.sub(r"^\s*(?:[-*+]\s|(?:\.\. )?\w+::)?\s*(?:\d[\d.]*\s)?", "", block)
        yield from re.split(r"(?<=[.!?;])\s+(?=[A-Z`])", plain(bare))


def of_text(text, path, line, is_about):
    """Notes the sentences that name the name and advise something. Where all of the text is about it, the
    sentences need not name it."""
    for sentence in sentences(text):
        if len(sentence) < 400 and HINT.search(sentence):
            if WORD.search(sentence):
                note(sentence, path, line)
            elif is_about:
                note(f"`{NAME}` is deprecated. {sentence}", path, line)


def word(node):
    """The last name of an expression: `warn` of `warnings.warn`."""
    return getattr(node, "attr", None) or getattr(node, "id", "") or ""


def text_of(node):
    """The constant text of an expression, with `...` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "..." for part in node.values)
    return None


def replaced(new, path, line):
    """Notes an entry of a table: a new name, or a sentence."""
    if DOTTED.fullmatch(new):
        is_same = new.split(".")[-1] == NAME
        note(f"`{NAME}` was {'moved' if is_same else 'renamed'} to `{new}`", path, line)
    elif HINT.search(new):
        note(f"`{NAME}` was removed. {plain(new)}", path, line)


class Reader(ast.NodeVisitor):
    """Reads a file; texts count only inside what the name belongs to."""

    def __init__(self, path):
        self.path, self.around = path, []

    def is_here(self):
        return OWNER in self.around if OWNER else not self.around or NAME in self.around or "__getattr__" in self.around

    def inside(self, node):
        self.around.append(node.name)
        if node.name == NAME and (not OWNER or OWNER in self.around):
            calls = (call for call in node.decorator_list if isinstance(call, ast.Call) and CHANGED.search(word(call.func)))
            texts = [text_of(arg) for call in calls for arg in [*call.args, *(k.value for k in call.keywords)]]
            docs = ast.get_docstring(node) or ""
            texts += [docs] if "deprecated" in docs.lower() else []
            for text in filter(None, texts):
                of_text(text, self.path, node.lineno, is_about=True)
        elif node.name == OWNER:
            # A decorator of the owner renames its parameters.
            for decorator in node.decorator_list:
                self.visit(decorator)
        self.generic_visit(node)
        self.around.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = inside

    def table(self, node, targets):
        if isinstance(node, ast.Dict) and any(CHANGED.search(word(target)) for target in targets) and self.is_here():
            for key, value in zip(node.keys, node.values):
                if key is not None and text_of(key) == NAME:
                    values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
                    parts = [part for part in map(text_of, values) if part]
                    for new in parts[:1]:
                        replaced(new, self.path, key.lineno)

    def visit_Assign(self, node):
        self.table(node.value, node.targets)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.table(node.value, [node.target])
        self.generic_visit(node)

    def visit_Call(self, node):
        if CHANGED.search(word(node.func)) and self.is_here():
            texts = [text_of(arg) for arg in node.args]
            named = {keyword.arg: text_of(keyword.value) for keyword in node.keywords if keyword.arg}
            ordered = [text for text in [*texts, *named.values()] if text]
            if NAME in ordered[:2] and len(ordered) > ordered.index(NAME) + 1:
                replaced(ordered[ordered.index(NAME) + 1], self.path, node.lineno)
            if named.get(NAME):
                replaced(named[NAME], self.path, node.lineno)
        self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str) and WORD.search(node.value) and self.is_here():
            of_text(node.value, self.path, node.lineno, is_about=False)

    def visit_JoinedStr(self, node):
        text = text_of(node) or ""
        if WORD.search(text) and self.is_here():
            of_text(text, self.path, node.lineno, is_about=False)


def read(path):
    try:
        if os.path.getsize(path) > MOST_BYTES:
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def of_file(path, shown):
    text = read(path)
    if not WORD.search(text):
        return
    if path.endswith((".py", ".pyi")):
        try:
            Reader(shown).visit(ast.parse(text))
        except (SyntaxError, ValueError, RecursionError):
            pass
    elif not OWNER or OWNER in text:
        # A changelog speaks of everything: the sentence must name the owner.
        for sentence in sentences(text):
            if WORD.search(sentence) and HINT.search(sentence) and OWNER in sentence and len(sentence) < 400:
                note(sentence, shown, 1)


def package_files(entries):
    """The files of the package and the changelogs beside it, outermost first."""
    spec = importlib.machinery.PathFinder.find_spec(TOP, entries)
    if spec is None:
        return
    if spec.submodule_search_locations is None:
        yield spec.origin or ""
    for directory in spec.submodule_search_locations or ():
        for place, directories, names in os.walk(directory):
            directories[:] = sorted(d for d in directories if d not in ("tests", "test", "__pycache__", "testing"))
            for name in sorted(names):
                if name.endswith((".py", ".pyi")) or CHANGELOG.match(name):
                    yield os.path.join(place, name)
        beside = os.path.dirname(directory)
        for entry in sorted(os.listdir(beside)) if os.path.isdir(beside) else ():
            if entry.endswith(".dist-info") and entry.lower().replace("-", "_").startswith(TOP.lower() + "_"):
                names = sorted(os.listdir(os.path.join(beside, entry)))
                yield from (os.path.join(beside, entry, name) for name in names if CHANGELOG.match(name) or name == "METADATA")


entries = [entry for entry in sys.path if entry.endswith("-packages")]
for number, path in enumerate(package_files(entries)):
    if number >= MOST_FILES or len(found) >= MOST_FOUND:
        break
    base = next((entry for entry in entries if path.startswith(entry)), "")
    of_file(path, os.path.relpath(path, base) if base else path)
sys.stdout.write("\n" + json.dumps(found) + "\n")
