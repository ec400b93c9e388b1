//! Standard Ruby.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".rb:", ".rake:", "Rakefile:", "Gemfile:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`  FILE:3:5: Style/StringLiterals: message`, below `standard: Use Ruby Standard Style`.

## Versions seen

standard 1.31, from its source.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^  {file}:{line}:{column}: (?<code>(?:[A-Z][A-Za-z]+/)+[A-Z][A-Za-z]+): {message}$")
            .broken(&["Lint/Syntax"]),
    ];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "standard: Use Ruby Standard Style (https://github.com/standardrb/standard)\nstandard: Run `standardrb --fix` to potentially fix one problem.\n  lib/shop.rb:3:5: Style/StringLiterals: Prefer double-quoted strings\n",
    r#"[{"type": "lint", "severity": "warning", "code": "Style/StringLiterals", "file": "lib/shop.rb", "line": 3, "column": 5, "message": "Prefer double-quoted strings"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "standardrb",
    "Standard Ruby",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);
