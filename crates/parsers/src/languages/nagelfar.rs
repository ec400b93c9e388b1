//! Nagelfar.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Checking file ", ": E ", ": W ", ": N ", "Line "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`a.tcl: 3: E message` (`-H`), and `Line 3: W message` below `Checking file a.tcl`, or without a
heading when the source was given on standard input.

## Versions seen

Nagelfar 1.3, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.tcl): *(?:Line +)?{line}: (?<severity>[EWN]) {message}$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint("^Line +{line}: (?<severity>[EWN]) {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^Checking file (?<file>\S.*)$", &ROWS).headless()];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "-H",
        r#"a.tcl: 5: E Wrong number of arguments (1) to "set"
"#,
        r#"[{"type": "lint", "severity": "error", "file": "a.tcl", "line": 5, "message": "Wrong number of arguments (1) to \"set\""}]"#,
    ),
    Example::new(
        "the default",
        r#"Checking file a.tcl
Line   3: W Unknown command "foo"
"#,
        r#"[{"severity": "warning", "file": "a.tcl", "line": 3}]"#,
    ),
    Example::new(
        "several files",
        "a.tcl: Line   5: N Suspicious variable name \"b\"\n",
        r#"[{"type": "lint", "severity": "info", "file": "a.tcl", "line": 5, "message": "Suspicious variable name \"b\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("nagelfar", "Nagelfar", DOCS, &[Cow::Borrowed("tcl")], &EXAMPLES);
