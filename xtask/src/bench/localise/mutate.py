"""Prints mutants of a package's functions, a JSON object a line: one small change each.

Usage: mutate.py PACKAGE SEED. At most one mutant of each function, in an order that the seed decides.
"""

import ast
import json
import pathlib
import random
import sys

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}


def variants(node):
    """What may stand in a node's place."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        yield ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.If):
        yield ast.UnaryOp(ast.Not(), node.test)


def functions(node, outer=()):
    """Every function with its qualified name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            name = outer + (child.name,)
            yield ".".join(name), child
            yield from functions(child, name)
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, outer + (child.name,))
        else:
            yield from functions(child, outer)


def own_nodes(function):
    """The nodes of a function's body that belong to no function or class inside it."""
    stack = list(function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.JoinedStr)):
            continue
        yield node
        stack.extend(ast.iter_child_nodes(node))


def offset(lines, line, column):
    before = sum(len(text) for text in lines[: line - 1])
    return before + len(lines[line - 1].encode()[:column].decode())


def mutated(text, node, variant):
    place = node.test if isinstance(node, ast.If) else node
    lines = text.splitlines(keepends=True)
    start = offset(lines, place.lineno, place.col_offset)
    end = offset(lines, place.end_lineno, place.end_col_offset)
    shown = ast.unparse(ast.fix_missing_locations(variant))
    whole = shown if isinstance(node, ast.Return) else "(" + shown + ")"
    return text[:start] + whole + text[end:]


def main():
    package, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(seed)
    found = []
    for path in sorted(package.rglob("*.py")):
        if "test" in str(path.relative_to(package.parent)):
            continue
        text = path.read_text()
        for name, function in functions(ast.parse(text)):
            choices = [(node, variant) for node in own_nodes(function) for variant in variants(node)]
            if choices:
                node, variant = chance.choice(choices)
                found.append((path, name, node.lineno, mutated(text, node, variant)))
    chance.shuffle(found)
    for path, name, line, text in found:
        file = str(path.relative_to(package.parent))
        print(json.dumps({"file": file, "function": name, "line": line, "text": text}))


main()
