//! AIX's linker.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["ld: 0711-"])
        .priority(BEFORE_OTHER_LINKERS)
        .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`ld: 0711-317 ERROR: Undefined symbol: total`, numbered messages.

## Versions seen

AIX 5 to 7, from its documentation.
"#;

/// They begin with the same word.
const BEFORE_OTHER_LINKERS: i32 = 20;

static WORDS: [(&str, Severity); 2] = [
    ("SEVERE ERROR", Severity::Fatal),
    ("FATAL ERROR", Severity::Fatal),
];

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Build,
    r"^ld: (?<code>0711-\d+) (?:(?<severity>(?:SEVERE |FATAL )?ERROR|WARNING): )?{message}$",
)
.words(&WORDS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "messages",
    r#"ld: 0711-317 ERROR: Undefined symbol: total()
ld: 0711-224 WARNING: Duplicate symbol: total()
ld: 0711-987 Error occurred while reading file
"#,
    r#"[{"type": "build", "severity": "error", "code": "0711-317", "message": "Undefined symbol: total()"}, {"severity": "warning", "code": "0711-224"}, {"severity": "error", "code": "0711-987"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "aix-ld",
    "AIX's linker",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);
