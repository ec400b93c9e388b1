"""Tells what this interpreter can import, as one line of JSON on standard output.

Arguments: the project's directory, then dotted names to describe, and words to count, marked `#word`.
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


def describe(name):
    """What a dotted name stands for, or null when nothing can be imported by it."""
    if name.split(".")[0] in {"antigravity", "idlelib", "this", "turtledemo"}:  # they act when imported
        return None
    try:
        subject = resolve(name)
    except BaseException:
        return None
    is_module = isinstance(subject, type(sys))
    return {
        "module": is_module,
        "callable": callable(subject),
        "members": sorted(set(dir(subject)) | (instance_attributes(subject) if isinstance(subject, type) else set())),
        "exports": list(exports(subject)) if is_module else [],
        "submodules": [m.name for m in pkgutil.iter_modules(getattr(subject, "__path__", []))] if is_module else [],
        "loaded": [m for m in dir(subject) if f"{name}.{m}" in sys.modules],
        "parameters": parameters(subject) if callable(subject) else None,
    }


def usage(words):
    """How many modules of the standard library use each word: what is no word is hardly ever used."""
    counts = dict.fromkeys(words, 0)
    directory = os.path.dirname(os.__file__)
    for item in os.scandir(directory) if words else ():
        if item.name.endswith(".py"):
            with open(item.path, encoding="utf-8", errors="replace") as file:
                text = file.read().lower()
            for word in words:
                counts[word] += word in text
    return counts


answers, sys.stdout = sys.stdout, sys.stderr  # what an imported module prints is no answer
STDLIB = stdlib()
answer = {
    "stdlib": sorted(STDLIB),
    "builtins": dir(builtins),
    "installed": sorted(installed(STDLIB)),
    "subjects": {name: describe(name) for name in sys.argv[2:] if not name.startswith("#")},
    "words": usage([name[1:] for name in sys.argv[2:] if name.startswith("#")]),
}
answers.write("\n" + json.dumps(answer) + "\n")
