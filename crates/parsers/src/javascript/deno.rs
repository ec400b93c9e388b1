//! Deno: deno check, lint, run and test.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[ERROR]: ",
            "error[",
            "(no-",
            "(prefer-",
            "(ban-",
            "error: Uncaught ",
            "error: SyntaxError: ",
            "error: Module not found ",
            " not a dependency",
            "error: Relative import path ",
            "Error checking: ",
            " => ./",
            " => file:"
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- `deno check`: `TS2322 [ERROR]: message`, the source, marks, and `at file:///a/b.ts:3:5` below them;
- `deno lint`: `error[rule]: message` above ` --> FILE:3:5`; before version 1.39 `(rule) message`, which counts
  columns from 0;
- `deno run`: `error: Uncaught (in promise) ReferenceError: message` and the stack;
- modules that `deno run` does not find, and what `deno fmt` cannot parse;
- `deno test`: below `ERRORS`, the test's name and place, the error and its stack, of which the first frame in a
  local file is the place.

## Versions seen

Deno 1.30 to 2.9, of which 2.9 was run.
"#;

/// Lines of a report that are no frames of local files.
const BEFORE_THE_FRAME: &str = r"^(?:\s*|(?:\s{0,3}|\s{5,})\S.*|    (?:[^a]|a[^t]|at[^ ]).*|    at (?:.* \()?(?:https?|ext|jsr|npm|node):.*)$";
const FRAME: &str = r"^    at (?:.* \()?file://(?<file>[^():]+(?::[^():]+)?):{line}:{column}\)?$";

static CHECK: [Part; 5] = [
    Part::one(r"^(?:error: )?(?<code>TS\d+) \[ERROR\]: {message}$"),
    Part::many(r"^ {2,}(?<message>[A-Z'].*[.:])$"),
    Part::Source,
    Part::Marks,
    Part::one(r"^ +at (?:file://)?(?<file>\S+?):{line}:{column}$"),
];

/// A module that is not there is no type, and its source is not quoted.
static MISSING: [Part; 2] = [
    Part::one(r"^(?:error: )?(?<code>TS\d+) \[ERROR\]: (?<message>Cannot find module .*|Could not .*)$"),
    Part::one(r"^ +at (?:file://)?(?<file>\S+?):{line}:{column}$"),
];

static LINT: [Part; 4] = [
    Part::one(r"^error\[(?<code>[a-z][a-z-]+)\]: {message}$"),
    Part::one(r"^ *--> (?<file>.+\.[cm]?[jt]sx?):{line}:{column}$"),
    Part::many(r"^ *(?:\d+ )?\|.*$"),
    Part::maybe(r"^ *= hint: (?<advice>.+)$"),
];

static OLD_LINT: [Part; 4] = [
    Part::one(r"^\((?<code>[a-z]+(?:-[a-z]+)+)\) {message}$"),
    Part::Source,
    Part::Marks,
    Part::one(r"^ +at (?<file>\S+?):{line}:{column}$"),
];

static RUN: [Part; 3] = [
    Part::one(r"^error: Uncaught (?:\(in [\w ]+\) )?{message}$"),
    Part::many(BEFORE_THE_FRAME),
    Part::one(FRAME),
];

/// A module that does not parse.
static BROKEN: [Part; 3] = [
    Part::one("^error: (?<message>SyntaxError: .+)$"),
    Part::many(BEFORE_THE_FRAME),
    Part::one(FRAME),
];

static TEST: [Part; 4] = [
    Part::one(r"^(?<test>\S.*) => (?:\./|file:)\S+:\d+:\d+$"),
    Part::one("^error: {message}$"),
    Part::many(BEFORE_THE_FRAME),
    Part::one(FRAME),
];

static IMPORT: [Part; 3] = [
    Part::one(
        r#"^error: (?<message>(?:(?:Module not found|Relative import path) "|Import ".+" not a dependency).*)$"#,
    ),
    Part::maybe(r"^ +hint: (?<advice>.+)$"),
    Part::one(FRAME),
];

static FMT: [Part; 4] = [
    Part::one(r"^Error (?:checking|formatting): \S.*$"),
    Part::one(r"^  SyntaxError: {message}$"),
    Part::many(r"^ +(?:\d+ )?\|.*$|^ +~+$"),
    Part::one(r"^ +at (?:file://)?(?<file>\S+?):{line}:{column}$"),
];

static BLOCKS: [Block; 9] = [
    Block::of(ErrorType::Import, &IMPORT),
    Block::of(ErrorType::Import, &MISSING),
    Block::of(ErrorType::Syntax, &FMT),
    Block::of(ErrorType::Type, &CHECK),
    Block::lint(&LINT).severity(Severity::Error),
    Block::lint(&OLD_LINT)
        .severity(Severity::Error)
        .columns_from_zero(),
    Block::of(ErrorType::Syntax, &BROKEN).classed(),
    Block::of(ErrorType::Assertion, &TEST).classed(),
    Block::of(ErrorType::Runtime, &RUN)
        .broken(&["SyntaxError"])
        .classed(),
];

static EXAMPLES: [Example; 5] = [
    Example::new(
        "a module that is not there",
        r#"error: Module not found "file:///home/dev/project/prices".
    at file:///home/dev/project/shop.js:2:15
"#,
        r#"[{"type": "import", "severity": "error", "file": "/home/dev/project/shop.js", "line": 2, "column": 15}]"#,
    ),
    Example::new(
        "deno fmt, of what does not parse",
        r#"Error checking: /home/dev/project/shop.js
  SyntaxError: Expected a semicolon
    |
  3 | const b b = 3;
    |         ~
      at file:///home/dev/project/shop.js:3:9
"#,
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.js", "line": 3, "column": 9, "message": "Expected a semicolon"}]"#,
    ),
    Example::new(
        "deno check",
        r#"TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.
let y: number = "s";
    ^
    at file:///home/dev/project/d.ts:1:5
"#,
        r#"[{"severity": "error", "code": "TS2322", "file": "/home/dev/project/d.ts", "line": 1, "column": 5, "message": "Type 'string' is not assignable to type 'number'."}]"#,
    ),
    Example::new(
        "deno lint",
        r#"error[prefer-const]: `y` is never reassigned
 --> /home/dev/project/d.ts:1:5
  | 
1 | let y = 1;
  |     ^
  = hint: Use `const` instead
"#,
        r#"[{"type": "lint", "severity": "error", "code": "prefer-const", "file": "/home/dev/project/d.ts", "line": 1, "column": 5, "advice": "Use `const` instead"}]"#,
    ),
    Example::new(
        "deno test",
        r#"adds => ./t/a_test.ts:1:6
error: Error: no way
Deno.test("adds", () => { throw new Error("no way"); });
                                ^
    at file:///home/dev/project/t/a_test.ts:1:33
"#,
        r#"[{"type": "assertion", "file": "/home/dev/project/t/a_test.ts", "line": 1, "column": 33, "test": "adds", "message": "no way"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "deno",
    "Deno: deno check, lint, run and test",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
