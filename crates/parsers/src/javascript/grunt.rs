//! Grunt and gulp: tasks that do not exist or gave up.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Use --force to continue.",
            "Fatal error: ",
            "Task never defined: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

Grunt's `Warning: message Use --force to continue.`, at which it stops, and `Fatal error: message`; gulp's
`Task never defined: name`. What a task throws is Node's.

## Versions seen

Grunt 1.6, gulp 5.
"#;

static LINES: [Pattern; 3] = [
    Pattern::of(
        ErrorType::Build,
        "^Warning: {message}\u{7}? Use --force to continue\\.$",
    ),
    Pattern::of(
        ErrorType::Build,
        "^Fatal error: (?<message>(?:Task |Unable to find |Invalid Gruntfile).*)$",
    ),
    Pattern::of(ErrorType::Build, "^(?<message>Task never defined: .+)$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Grunt",
        "Running \"default\" task\n>> bad thing\nWarning: Task \"default\" failed. Use --force to continue.\n",
        r#"[{"type": "build", "severity": "error", "message": "Task \"default\" failed."}]"#,
    ),
    Example::new(
        "gulp",
        "[13:40:32] Using gulpfile /home/dev/project/gulpfile.js\n[13:40:32] Task never defined: nope\n",
        r#"[{"type": "build", "severity": "error", "message": "Task never defined: nope"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "grunt",
    "Grunt and gulp",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
