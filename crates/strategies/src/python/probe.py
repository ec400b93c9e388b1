"""Tells what this interpreter can import, as one line of JSON on standard output.

Arguments: the project's directory, then dotted names to describe, words to count, marked `#word`, and
names to find another home for, marked `?module:name:modules`.
Modules of the project itself are never imported: only what is installed or in the standard library.
"""

import os  # the interpreter has it loaded already: nothing of the project can stand in for it
import sys


def is_own(entry, root):
    """Whether a directory of the import path belongs to the project (an environment below it does not)."""
    real = os.path.realpath(entry)
    return (real + os.sep).startswith(root + os.sep) and "site-packages" not in real.split(os.sep)


ROOT = os.path.realpath(sys.argv[1])
sys.path[:] = [entry for entry in sys.path if entry and not is_own(entry, ROOT)]

import builtins
import importlib
import json
import pkgutil
import re


def stdlib():
    """Names of the standard library's top-level modules (`sys.stdlib_module_names` is new in 3.10)."""
    beside_os = pkgutil.iter_modules([os.path.dirname(os.__file__)])
    return set(getattr(sys, "stdlib_module_names", None) or {m.name for m in beside_os} | set(sys.builtin_module_names))


def installed(known):
    """Names of all other top-level modules and packages."""
    names = {module.name for module in pkgutil.iter_modules()}
    for entry in sys.path:
        if entry.endswith("-packages") and os.path.isdir(entry):
            names.update(item.name for item in os.scandir(entry) if item.is_dir())
    return {name for name in names if name.isidentifier()} - known


def distributions():
    """The installed distributions and their versions, from the names of their metadata's directories."""
    pattern = re.compile(r"(.+?)(?:-(\d[^-]*).*)?\.(dist-info|egg-info|egg-link)$")
    entries = (item.name for entry in sys.path if os.path.isdir(entry) for item in os.scandir(entry))
    return {normal(match[1]): match[2] or "" for match in map(pattern.match, entries) if match}


def resolve(name):
    """The object of a dotted name: its longest importable module, then attributes."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            subject = importlib.import_module(".".join(parts[:end]))
        except Exception:
            continue
        for part in parts[end:]:
            subject = getattr(subject, part)
        return subject
    raise LookupError(name)


def parameters(subject):
    """Names of the parameters, with their stars, or null where the interpreter does not know them."""
    import inspect

    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    try:
        signature = inspect.signature(subject)
    except (TypeError, ValueError):
        return None
    return [stars.get(parameter.kind, "") + parameter.name for parameter in signature.parameters.values()]


def exports(module):
    """The names that a module means to be imported from it; modules that it only uses are none."""
    public = (name for name in dir(module) if not name.startswith("_"))
    return getattr(module, "__all__", None) or [n for n in public if not isinstance(getattr(module, n), type(sys))]


def instance_attributes(subject):
    """What the methods of a class and its bases assign to `self`, where there is source to read."""
    import ast
    import inspect

    found = set()
    for base in subject.__mro__[:-1]:
        try:
            tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(base)))
        except (OSError, TypeError, SyntaxError):
            continue
        stores = (n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
        found.update(n.attr for n in stores if isinstance(n.value, ast.Name) and n.value.id == "self")
    return found


CO_COROUTINE = 0x80  # of `inspect`, which takes long to import
SILENT = {"antigravity", "idlelib", "this", "turtledemo"}  # they act when imported


def describe(name):
    """What a dotted name stands for, or null when nothing can be imported by it."""
    if name.split(".")[0] in SILENT:
        return None
    try:
        subject = resolve(name)
    except BaseException:
        return None
    is_module = isinstance(subject, type(sys))
    return {
        "module": is_module,
        "callable": callable(subject),
        "coroutine": bool(getattr(getattr(subject, "__code__", None), "co_flags", 0) & CO_COROUTINE),
        "members": sorted(set(dir(subject)) | (instance_attributes(subject) if isinstance(subject, type) else set())),
        "exports": list(exports(subject)) if is_module else [],
        "submodules": [m.name for m in pkgutil.iter_modules(getattr(subject, "__path__", []))] if is_module else [],
        "loaded": [m for m in dir(subject) if f"{name}.{m}" in sys.modules],
        "parameters": parameters(subject) if callable(subject) else None,
    }


def normal(name):
    """A distribution's name as names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def related(module):
    """The distribution that a top-level module is from, and those that it requires, at most 60."""
    from importlib import metadata

    known = {normal(found.metadata["Name"] or ""): found for found in metadata.distributions()}
    # The attribute `files` looks for each file on the disk.
    listed = lambda found: (found.read_text("RECORD") or "").splitlines() or map(str, found.files or ())
    tops = lambda found: {re.sub(r"(\.[\w-]+)?\.(py|so|pyd)$", "", re.split("[/,]", file)[0]) for file in listed(found)}
    queue = [name for name, found in known.items() if module in tops(found)]
    seen = []
    while queue and len(seen) < 60:
        name = queue.pop(0)
        if name in known and name not in seen:
            seen.append(name)
            needs = (need for need in known[name].requires or () if "extra ==" not in need)
            queue.extend(normal(re.match(r"[\w.-]+", need)[0]) for need in needs)
    return [known[name] for name in seen]


def public_modules(found):
    """The modules of a distribution that are meant to be imported, with their files."""
    for file in found.files or ():
        parts = re.sub(r"(/__init__)?\.py$", "", str(file)).split("/")
        is_public = all(part.isidentifier() and not part.startswith("_") for part in parts)
        if file.suffix == ".py" and is_public and not {"test", "tests", "testing"} & set(parts):
            yield ".".join(parts), file.locate()


def binds(path, name, through_stars):
    """How a file gets a name at its top level, as far as its text shows: "defines", "imports", or None. What a
    package imports with a star may have the name."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None
    if name in text:
        if re.search(rf"^(?:async\s+)?(?:def|class)\s+{name}\b|^{name}\s*[:=]", text, re.MULTILINE):
            return "defines"
        # An import is indented where it is tried, and where its parentheses span lines.
        if re.search(rf"^\s*from\s.*\b{name}\b|^\s+{name},", text, re.MULTILINE):
            return "imports"
    has_star = is_package(path) and re.search(r"^from\s+\S+\s+import\s+\*", text, re.MULTILINE)
    return "imports" if through_stars and has_star else None


def is_package(path):
    return os.path.basename(path) == "__init__.py"


def grouped(modules, name):
    """One module for each different object that the modules have under a name: the one that it says it is
    from, or else the first. Each module is given with whether it hands the name on, and does not merely use it."""
    found = {}
    for module, hands_on in modules:
        try:
            home = importlib.import_module(module)
            subject = getattr(home, name)
        except BaseException:
            continue
        top = module.split(".")[0]
        is_own = str(getattr(subject, "__module__", None) or module).split(".")[0] == top
        hands_on = hands_on or name in getattr(home, "__all__", ())
        # What a library merely uses is not from there.
        if name not in exports(home) if top in STDLIB else not (is_own and hands_on):
            continue
        if id(subject) not in found or (is_own and not found[id(subject)][0]):
            found[id(subject)] = (is_own, module, subject)  # the object is kept: ids are used again
    return [module for _, module, _ in found.values()]


def homes(question):
    """Where else a name is that a module lacks. For a module of the standard library, in all of that and
    in the modules that are named; else in the distribution of the module and those that it requires."""
    module, name, usual = question.split(":")
    top = module.split(".")[0]
    if top in STDLIB:
        beside_os = os.path.dirname(os.__file__)
        names = (m.name for m in pkgutil.iter_modules([beside_os]) if not m.name.startswith("_"))
        paths = ((m, os.path.join(beside_os, m)) for m in names if m in STDLIB and m not in SILENT)
        files = [(m, path + ".py" if os.path.isfile(path + ".py") else path + "/__init__.py") for m, path in paths]
    else:
        usual = ""
        pairs = [pair for found in related(top) for pair in public_modules(found)]
        # Of what it requires only the packages themselves are looked at.
        files = [(m, path) for m, path in pairs if m.split(".")[0] == top or "." not in m]
        files.sort(key=lambda pair: (pair[0].count("."), len(pair[0]), pair[0]))
    binding = ((m, path, binds(path, name, top not in STDLIB)) for m, path in files[:5000])
    binding = [(m, how == "defines" or is_package(path)) for m, path, how in binding if how]
    # To import a module takes time, and most of those that only use the name are of no use here.
    handing, using = ([pair for pair in binding if pair[1] is hands_on] for hands_on in (True, False))
    candidates = [(m, True) for m in filter(None, usual.split(",")) if m not in SILENT] + handing[:40] + using[:5]
    return grouped([pair for pair in candidates if pair[0] != module], name)


def usage(words):
    """How many modules of the standard library use each word: what is no word is hardly ever used."""
    counts = dict.fromkeys(words, 0)
    directory = os.path.dirname(os.__file__)
    for item in os.scandir(directory) if words else ():
        if item.name.endswith(".py"):
            with open(item.path, encoding="utf-8", errors="replace") as file:
                text = file.read().lower()
            for word in words:
                counts[word] += word in text and bool(re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text))
    return counts


answers, sys.stdout = sys.stdout, sys.stderr  # what an imported module prints is no answer
STDLIB = stdlib()
answer = {
    "stdlib": sorted(STDLIB),
    "builtins": dir(builtins),
    "installed": sorted(installed(STDLIB)),
    "distributions": distributions(),
    "version": ".".join(map(str, sys.version_info[:3])),
    "executable": sys.executable,
    "subjects": {name: describe(name) for name in sys.argv[2:] if name[:1] not in "#?"},
    "homes": {name[1:]: homes(name[1:]) for name in sys.argv[2:] if name.startswith("?")},
    "words": usage([name[1:] for name in sys.argv[2:] if name.startswith("#")]),
}
answers.write("\n" + json.dumps(answer) + "\n")
