//! Buildifier.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "bazelbuild/buildtools",
            "syntax error near",
            "\"actionable\"",
            "BUILD:",
            "WORKSPACE:",
            ".bazel:",
            ".bzl:"
        ]
    )
    .lines(&LINES)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`BUILD:7: rule: message (URL)`, where the message may go on below, and `BUILD:26:1: syntax error ...` for text that does not parse; and JSON.

## Versions seen

Buildifier 8; 4 to 7 from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(
        r"^{file}:{line}(?::{column})?: (?<code>[a-z-]+): {message} \(https://github\.com/bazelbuild/\S+\)$",
    ),
    Pattern::syntax("^{file}:{line}:{column}: (?<message>syntax error near.*)$"),
    Pattern::lint(
        r"^(?<file>{drive}(?:[^:]*[/\\])?(?:BUILD|WORKSPACE|[^:/\\]+\.(?:bazel|bzl))):{line}: (?<code>[a-z]+(?:-[a-z]+)*): {message}$",
    ),
];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filename"),
    (Field::Line, "start.line"),
    (Field::Column, "start.column"),
    (Field::EndLine, "end.line"),
    (Field::EndColumn, "end.column"),
    (Field::Code, "category"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("files.*.warnings.*", &FIELDS).needing(&["category", "start"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "JSON",
        r#"{"success":false,"files":[{"filename":"lib/rules.bzl","formatted":true,"valid":true,"warnings":[{"start":{"line":1,"column":1},"end":{"line":1,"column":5},"category":"module-docstring","actionable":true,"message":"The file has no module docstring."}]}]}
"#,
        r#"[{"severity": "warning", "code": "module-docstring", "file": "lib/rules.bzl", "line": 1, "column": 1, "end_column": 5}]"#,
    ),
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
