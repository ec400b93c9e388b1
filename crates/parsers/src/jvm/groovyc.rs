//! The Groovy compiler, also of Gradle's and Jenkins' scripts.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, guess};

register_parser!(Format::new(&DESCRIPTOR, &[" @ line "]).line(begin));

const DOCS: &str = r#"
## What it understands

`FILE: 12: message @ line 12, column 5.` The second place may
stand on the next line. The source below it has a caret at the same column.

## Versions seen

Groovy 2.4.21; to 4.0 from its sources (`SyntaxErrorMessage`).
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a brace too many",
    "startup failed:\nsrc/Shop.groovy: 12: Unexpected input: '}' @ line 12, column 5.\n       }\n       ^\n\n1 error\n",
    r#"[{"type": "syntax", "severity": "error", "file": "src/Shop.groovy", "line": 12, "column": 5,
         "message": "Unexpected input: '}'"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("groovyc", "the Groovy compiler", DOCS, LANGUAGES, &EXAMPLES);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    whole(line.text).or_else(|| broken(line))
}

/// ` @ line 12, column 5.`, below `FILE: 12: message`.
fn broken(line: &Line<'_>) -> Option<Diagnostic> {
    let above = line.back(1)?;
    whole(&format!(
        "{above}{}",
        line.text.strip_prefix(" @ line ").map(|_| line.text)?
    ))
}

fn whole(line: &str) -> Option<Diagnostic> {
    let (text, place) = line.rsplit_once(" @ line ")?;
    let (number, column) = place.trim_end_matches('.').split_once(", column ")?;
    let (file, rest) = text.split_once(": ")?;
    let (again, message) = rest.split_once(": ")?;
    if again != number || file.contains(' ') && !file.starts_with(['/', '\\']) {
        return None;
    }
    let location = Location::column(file, number.parse().ok()?, column.parse().ok()?);
    let severity = Severity::Error;
    let error_type = match guess::error_type(severity, message) {
        ErrorType::Build
            if ["Unexpected ", "unexpected ", "expecting "]
                .iter()
                .any(|start| message.starts_with(start)) =>
        {
            ErrorType::Syntax
        }
        found => found,
    };
    Some(Diagnostic::new(error_type, severity, message.trim_end()).at(location))
}
