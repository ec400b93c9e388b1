//! ansible-lint, in all its text formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".yml:", ".yaml:"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The formats `full` (rule and message, below it the place), `pep8` and `parseable`
(`site.yml:3:5: name[missing]: All tasks should be named.`), and `[rule] [SEVERITY]` of versions before 6.
Rules that are only warned of end in `(warning)`.

## Versions seen

ansible-lint 4 to 26.
"#;

static LINES: [Pattern; 4] = [Pattern::lint(r"^{file}:{line}(?::{column})?: (?<code>[a-z][a-z0-9-]*\[[\w-]+\]) {message}$").severity(Severity::Error), Pattern::lint(r"^{file}:{line}(?::{column})?: \[(?<code>[\w-]+)\] \[(?<severity>[A-Z_]+)\] {message}$").broken(&["syntax-check"]), Pattern::lint(r"^{file}:{line}(?::{column})?: \[(?<code>E?\d{3}|E?ANSIBLE\d{4})\] (?:\[(?<severity>[A-Z_]+)\] )?{message}$").severity(Severity::Error), Pattern::lint(r"^{file}:{line}(?::{column})?: (?<code>[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\[[\w-]+\])?)(?:\[/\])?: {message}(?: \((?<severity>warning)\))?$").severity(Severity::Error).broken(&["syntax-check", "syntax-check[specific]", "load-failure"])];

static ROWS: [Pattern; 1] = [
    Pattern::lint(r"^{file}:{line}(?::{column})?(?: (?<advice>\S.*))?$")
        .severity(Severity::Error)
        .broken(&["syntax-check", "syntax-check[specific]", "load-failure"]),
];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^(?<code>[a-z][a-z-]+(?:\[[\w ./-]+\])?): {message}$", &ROWS),
    // Before version 5.
    Listing::new(r"^\[(?<code>E?\d{3}|E?ANSIBLE\d{4})\] {message}$", &ROWS),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "pep8",
        "site.yml:3:5: name[missing]: All tasks should be named.\n",
        r#"[{"type": "lint", "severity": "error", "code": "name[missing]", "line": 3, "column": 5, "message": "All tasks should be named."}]"#,
    ),
    Example::new(
        "full",
        "fqcn[action-core]: Use FQCN for builtin module actions (command).\nsite.yml:7:7 Use `ansible.builtin.command` or `ansible.legacy.command` instead.\n",
        r#"[{"code": "fqcn[action-core]", "file": "site.yml", "line": 7, "column": 7, "advice": "Use `ansible.builtin.command` or `ansible.legacy.command` instead."}]"#,
    ),
    Example::new(
        "before version 6",
        "site.yml:3:14: [syntax-check] [VERY_HIGH] 'var' is not a valid attribute for a Play\n",
        r#"[{"type": "syntax", "severity": "error", "code": "syntax-check", "line": 3}]"#,
    ),
    Example::new(
        "no colon",
        "roles/a/tasks/main.yml:7:5: fqcn[action-core] Use FQCN for builtin module actions (command).\n",
        r#"[{"code": "fqcn[action-core]", "line": 7, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ansible-lint",
    "ansible-lint, in all its text formats",
    DOCS,
    &[Cow::Borrowed("ansible"), Cow::Borrowed("yaml")],
    &EXAMPLES,
);
