//! luacheck.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".lua:", ".lua(", ".rockspec:", "(W", "(E", "stdin:"]
    )
    .priority(6)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

The formats `default` and `plain` (`lint.lua:1:7: (W211) unused variable 'x'`, with or without code and
range) and `visual_studio`. Codes that begin with `E` are syntax errors.

## Versions seen

luacheck 1.1.
"#;

static LINES: [Pattern; 6] = [
    Pattern::syntax(r"^\s*{file}:{line}:{column}(?:-{last_column})?: \((?<code>E\d+)\) {message}$"),
    Pattern::lint(r"^\s*{file}:{line}:{column}(?:-{last_column})?: \((?<code>W\d+)\) {message}$"),
    Pattern::syntax(
        r"^\s*(?<file>\S+\.lua):{line}:{column}(?:-{last_column})?: (?<message>(?:expected|unfinished|unexpected|invalid|missing|malformed|cannot|label|ambiguous) .*)$",
    ),
    Pattern::lint(
        r"^\s*(?<file>\S+\.(?:lua|rockspec)|stdin):{line}:{column}(?:-{last_column})?: (?<message>(?:unused|shadowing|accessing|setting|mutating|value assigned|undefined|unreachable|line |inconsistent|variable|loop|empty|trailing|assignment|cyclomatic|redefinition|local|field|non-standard|numeric).*)$",
    ),
    Pattern::syntax(r"^{file}\({line},{column}\) : error (?<code>E\d+): {message}$"),
    Pattern::lint(r"^{file}\({line},{column}\) : (?<severity>warning) (?<code>W\d+): {message}$"),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "with codes",
        "    lint.lua:1:7-7: (W211) unused variable 'x'\n",
        r#"[{"type": "lint", "severity": "warning", "code": "W211", "file": "lint.lua", "line": 1, "column": 7, "end_column": 8, "message": "unused variable 'x'"}]"#,
    ),
    Example::new(
        "Visual Studio",
        "lint.lua(5,9) : warning W113: accessing undefined variable 'z'\n",
        r#"[{"severity": "warning", "code": "W113", "line": 5, "column": 9}]"#,
    ),
    Example::new(
        "a syntax error",
        "    bad.lua:3:8: expected ')' (to close '(' on line 2) near '('\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3, "column": 8}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("luacheck", "luacheck", DOCS, &[Cow::Borrowed("lua")], &EXAMPLES);
