//! rails_best_practices.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".rb:", ".erb:", ".haml:", ".slim:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:LINE - message`.

## Versions seen

rails_best_practices 1.20, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>\S.*\.(?:rb|erb|haml|slim|builder|rake)):{line}(?:,\d+)* - {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "app/controllers/shop_controller.rb:5 - use before_filter for show,edit\n",
    r#"[{"type": "lint", "severity": "warning", "file": "app/controllers/shop_controller.rb", "line": 5, "message": "use before_filter for show,edit"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rails-best-practices",
    "rails_best_practices",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);
