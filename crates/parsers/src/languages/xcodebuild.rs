//! xcodebuild's own errors.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["xcodebuild: error: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`xcodebuild: error: message`: a project, scheme or destination that cannot be used. What compilers say is read by
their parsers.

## Versions seen

Xcode 9 to 16, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(ErrorType::Build, "^xcodebuild: error: {message}$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a scheme that is not there",
    r#"xcodebuild: error: Scheme Shop is not currently configured for the test action.
"#,
    r#"[{"type": "build", "severity": "error", "message": "Scheme Shop is not currently configured for the test action."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "xcodebuild",
    "xcodebuild's own errors",
    DOCS,
    &[Cow::Borrowed("swift"), Cow::Borrowed("objective-c")],
    &EXAMPLES,
);
