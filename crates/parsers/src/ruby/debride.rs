//! debride.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["MIGHT not be called"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Methods that may be unused, below the name of their class.

## Versions seen

debride 1.12, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  {message} +(?<file>\S+):(?<line>\d+)(?:-(?<end_line>\d+))?(?: \(\d+\))?$",
)];

static LISTINGS: [Listing; 1] =
    [Listing::new("^These methods MIGHT not be called:$", &ROWS).skipping(r"^[A-Z][\w:]*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "two methods",
    "These methods MIGHT not be called:

Image
  image_tags                          app/models/image.rb:2
  not_deleted                         app/models/image.rb:7
",
    r#"[{"type": "lint", "severity": "warning", "file": "app/models/image.rb", "line": 2, "message": "image_tags"}, {"line": 7}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("debride", "debride", DOCS, &[Cow::Borrowed("ruby")], &EXAMPLES);
