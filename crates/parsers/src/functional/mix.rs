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
`└─ lib/a.ex:2:9`), `** (CompileError) lib/a.ex:4: message`, code that does not parse, and failed tests.

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
    Part::many(r"^       \(.*$"),
    Part::maybe("^       {file}:{line}: .*$"),
    Part::many("^       .*$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Syntax, &PARTS_1),
    Block::of(ErrorType::Assertion, &PARTS_2),
];

static EXAMPLES: [Example; 4] = [
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
