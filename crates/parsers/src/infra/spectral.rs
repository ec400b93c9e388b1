//! Spectral.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "  error  ",
            "  warning  ",
            "  information  ",
            "  hint  ",
            ".yaml:",
            ".yml:",
            ".json:"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The format `stylish`: rows of `LINE:COLUMN  SEVERITY  RULE  MESSAGE  PATH` below the file's name;
the format `text` (`FILE:1:1 warning rule "message"`). Its JSON counts from 0.

## Versions seen

Spectral 5 and 6, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r#"^(?<file>[^:]+\.(?:ya?ml|json)):{line}:{column} (?<severity>error|warning|information|hint) (?<code>[a-z0-9]+(?:-[a-z0-9]+)+) "{message}"$"#).broken(&["parser"])];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +{line}:{column} +(?<severity>error|warning|information|hint) +(?<code>[a-z0-9]+(?:-[a-z0-9]+)+)  +{message}(?:  +\S+)?$").broken(&["parser"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.(?:ya?ml|json))$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "stylish",
    r#"
/home/dev/project/openapi.yaml
  1:1   warning  info-contact            Info object must have "contact" object.
 12:9     error  operation-success-response  Operation must have at least one "2xx" response.  paths./pets.get.responses

"#,
    r#"[{"type": "lint", "severity": "warning", "code": "info-contact", "line": 1, "message": "Info object must have \"contact\" object."}, {"severity": "error", "code": "operation-success-response", "line": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "spectral",
    "Spectral",
    DOCS,
    &[Cow::Borrowed("openapi")],
    &EXAMPLES,
);
