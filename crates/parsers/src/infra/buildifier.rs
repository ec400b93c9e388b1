//! Buildifier.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["bazelbuild/buildtools", "syntax error near"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`BUILD:7: rule: message (URL)`, and `BUILD:26:1: syntax error ...` for text that does not parse.

## Versions seen

Buildifier 4 to 7, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}(?::{column})?: (?<code>[a-z-]+): {message} \(https://github\.com/bazelbuild/\S+\)$",
    ),
    Pattern::syntax("^{file}:{line}:{column}: (?<message>syntax error near.*)$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a warning",
        r#"lib/BUILD.bazel:7: unused-variable: Variable "foo" is unused. (https://github.com/bazelbuild/buildtools/blob/main/WARNINGS.md#unused-variable)
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "unused-variable", "line": 7}]"#,
    ),
    Example::new(
        "a syntax error",
        "lib/rules.bzl:26:1: syntax error near ';'\n",
        r#"[{"type": "syntax", "severity": "error", "line": 26, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "buildifier",
    "Buildifier",
    DOCS,
    &[Cow::Borrowed("starlark")],
    &EXAMPLES,
);
