//! Ninja's own errors.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, locate};

register_parser!(Format::new(&DESCRIPTOR, &["ninja: error: ", "ninja: fatal: "]).line(begin));

const DOCS: &str = r#"
## What it understands

`ninja: error: ...` and `ninja: fatal: ...`: a missing file, a build file that does not parse. That a
command failed (`FAILED: ...`, `build stopped: subcommand failed`) was explained by the command.

## Versions seen

ninja 1.11.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a file that nothing makes",
    "ninja: error: 'nothing.c', needed by 'nothing.o', missing and no known rule to make it\n",
    r#"[{"type": "build", "severity": "error",
         "message": "'nothing.c', needed by 'nothing.o', missing and no known rule to make it"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("ninja", "Ninja's own errors", DOCS, LANGUAGES, &EXAMPLES);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let said = line.text.strip_prefix("ninja: ")?;
    let said = said
        .strip_prefix("error: ")
        .or_else(|| said.strip_prefix("fatal: "))?;
    let placed = locate::at_start(said).filter(|placed| placed.rest.starts_with(": "));
    Some(match placed {
        Some(placed) => {
            let message = placed.rest[2..].trim();
            Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message).at(placed.location())
        }
        None => Diagnostic::new(ErrorType::Build, Severity::Error, said.trim_end()),
    })
}
