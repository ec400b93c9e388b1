//! Prettier, when it only checks.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, locate};

register_parser!(Format::new(&DESCRIPTOR, &["[warn] ", "[error] "]).line(complaint));

const DOCS: &str = r#"
## What it understands

`prettier --check`: the files that are not formatted (`[warn] FILE`), and those that do not parse
(`[error] FILE: SyntaxError: message (1:13)`).

## Versions seen

Prettier 3.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a file that is not formatted",
        "Checking formatting...\n[warn] src/shop.js\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.\n",
        r#"[{"type": "lint", "severity": "error", "code": "unformatted", "message": "not formatted", "file": "src/shop.js"}]"#,
    ),
    Example::new(
        "a file that does not parse",
        "[error] syn.js: SyntaxError: Unexpected token, expected \",\" (1:13)\n",
        r#"[{"type": "syntax", "severity": "fatal", "code": "SyntaxError",
             "message": "Unexpected token, expected \",\"", "file": "syn.js", "line": 1, "column": 13}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("prettier", "prettier --check", DOCS, LANGUAGES, &EXAMPLES);

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    if let Some(file) = line.text.strip_prefix("[warn] ") {
        let named = locate::kind(file.trim()) == Some(locate::FileKind::Sure);
        let unformatted = Diagnostic::new(ErrorType::Lint, Severity::Error, "not formatted");
        return named.then(|| {
            unformatted
                .with_code("unformatted")
                .at(Location::file(file.trim()))
        });
    }
    unparsable(line.text.strip_prefix("[error] ")?)
}

/// `FILE: SyntaxError: MESSAGE (LINE:COLUMN)`.
fn unparsable(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.split_once(": SyntaxError: ")?;
    let (message, place) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let (line, column) = place.split_once(':')?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    let error = Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message);
    Some(error.with_code("SyntaxError").at(location))
}
