//! Elixir: the compiler and ExUnit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".ex:", ".exs:", ".eex:", ".heex:", ".leex:", "** (", ") test "]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

Warnings and errors of the compiler with the place below them (`  lib/a.ex:2: A.f/1`, since version 1.15
`└─ lib/a.ex:2:9`), `** (CompileError) lib/a.ex:4: message`, code that does not parse, failed tests, and `** (RuntimeError)
message` of a script with the first entry of its stack that names a file of no application.

## Versions seen

Elixir 1.14, and 1.15 to 1.18 from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::syntax(
        r"^(?:\*\* )?\((?<code>SyntaxError|TokenMissingError|MismatchedDelimiterError)\) {file}:{line}(?::{column})?: {message}$",
    ),
    Pattern::compiler(
        r"^(?:\*\* )?\((?<code>(?:Compile|Mix|EEx\.Syntax|Code\.Load)Error|ArgumentError|Kernel\.TypespecError)\) {file}:{line}(?::{column})?: {message}$",
    ),
    Pattern::lint(
        r"^(?<severity>warning): (?<file>{drive}[^:\s]+\.(?:exs?|eex|heex|leex)):{line}: {message}$",
    ),
];

static ROWS: [Pattern; 1] = [Pattern::compiler(
    r"^(?:  | +└─ )(?<file>{drive}[^:\s]+\.(?:exs?|eex|heex|leex)):{line}(?::{column})?(?:: .*)?$",
)];

static LISTINGS: [Listing; 1] = [
    Listing::new(r"^\s*(?<severity>warning|error): {message}$", &ROWS).skipping(r"^ +(?:\d+ )?│(?: .*)?$")
];

static PARTS_1: [Part; 2] = [
    Part::one(
        r"^\*\* \((?<code>SyntaxError|TokenMissingError|MismatchedDelimiterError)\) .* on {file}:{line}:{column}:$",
    ),
    Part::one("^ +(?:error: )?{message}$"),
];

static PARTS_2: [Part; 7] = [
    Part::one(r"^ +\d+\) test (?<test>.+) \([\w.]+\)$"),
    Part::one(r"^     \S+:\d+$"),
    Part::many(r"^     (?<message>(?:[^s\s]|s[^t]|st[^a]|sta[^c]).*)$|^$"),
    Part::one("^     stacktrace:$"),
    // Other applications' entries, and those of functions that are not there.
    Part::many(r"^       (?:\(.*|[A-Z:][\w.:]*\(.*\))$"),
    Part::maybe("^       {file}:{line}: .*$"),
    Part::many("^       .*$"),
];

/// A test that raised.
static RAISED: [Part; 7] = [
    Part::one(r"^ +\d+\) test (?<test>.+) \([\w.]+\)$"),
    Part::one(r"^     \S+:\d+$"),
    Part::one(r"^     \*\* \((?<code>[\w.]+)\) {message}$"),
    Part::many(r"^     (?<message>(?:[^s\s]|s[^t]|st[^a]|sta[^c]).*)$|^$"),
    Part::one("^     stacktrace:$"),
    Part::many(r"^       (?:\(.*|[A-Z:][\w.:]*\(.*\))$"),
    Part::maybe("^       {file}:{line}: .*$"),
];

/// A script that raised: the place is the first entry that belongs to no application.
static SCRIPT: [Part; 3] = [
    Part::one(r"^\*\* \((?<code>[A-Z][\w.]*)\) {message}$"),
    Part::many(r"^    (?:\([\w.]+ [\d.]+\) .*|[A-Z:][\w.:]*\(.*\))$"),
    Part::one(r"^    (?<file>{drive}[^:\s]+\.(?:exs?|eex|heex|leex)):{line}: .+$"),
];

static BLOCKS: [Block; 4] = [
    Block::of(ErrorType::Runtime, &RAISED),
    Block::of(ErrorType::Runtime, &SCRIPT),
    Block::of(ErrorType::Syntax, &PARTS_1),
    Block::of(ErrorType::Assertion, &PARTS_2),
];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "a test that raised",
        "  2) test boom (MTest)\n     test/m_test.exs:6\n     ** (UndefinedFunctionError) function Nope.f/0 is undefined (module Nope is not available)\n     code: M.w(1)\n     stacktrace:\n       Nope.f()\n       test/m_test.exs:7: (test)\n\n",
        r#"[{"type": "runtime", "severity": "error", "code": "UndefinedFunctionError", "file": "test/m_test.exs", "line": 7, "test": "boom",
             "message": "function Nope.f/0 is undefined (module Nope is not available)\ncode: M.w(1)"}]"#,
    ),
    Example::new(
        "a script that raised",
        "** (RuntimeError) no\n    c.exs:2: C.f/0\n    (elixir 1.14.0) lib/code.ex:1245: Code.require_file/2\n",
        r#"[{"type": "runtime", "severity": "error", "code": "RuntimeError", "file": "c.exs", "line": 2, "message": "no"}]"#,
    ),
    Example::new(
        "a warning",
        r#"warning: variable "x" is unused (if the variable is not meant to be used, prefix it with an underscore)
  lib/a.ex:2: A.f/1

"#,
        r#"[{"type": "lint", "severity": "warning", "file": "lib/a.ex", "line": 2}]"#,
    ),
    Example::new(
        "since version 1.15",
        r#"    error: undefined variable "totl"
    │
  4 │     totl + 1
    │     ^^^^
    │
    └─ lib/a.ex:4:5: A.f/1
"#,
        r#"[{"type": "type", "severity": "error", "file": "lib/a.ex", "line": 4, "column": 5, "message": "undefined variable \"totl\""}]"#,
    ),
    Example::new(
        "a compile error",
        "** (CompileError) lib/a.ex:4: undefined function g/1 (expected A to define such a function)\n",
        r#"[{"type": "type", "severity": "error", "code": "CompileError", "line": 4}]"#,
    ),
    Example::new(
        "a failed test",
        "  1) test adds up (ShopTest)
     test/shop_test.exs:5
     Assertion with == failed
     code:  assert Shop.total([1]) == 2
     left:  1
     right: 2
     stacktrace:
       test/shop_test.exs:6: (test)
",
        r#"[{"type": "assertion", "severity": "error", "file": "test/shop_test.exs", "line": 6, "test": "adds up", "message": "Assertion with == failed\ncode:  assert Shop.total([1]) == 2\nleft:  1\nright: 2"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "mix",
    "Elixir: the compiler and ExUnit",
    DOCS,
    &[Cow::Borrowed("elixir")],
    &EXAMPLES,
);
