//! black, when it only checks.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    register_parser,
};

use super::describe;
use crate::each_line::EachLine;
use crate::place::Place;

register_parser!(Black);

const DOCS: &str = r#"
## What it understands

`black --check`: the files that it would reformat, and those that it cannot parse.

## Versions seen

black 22.3 and 26.10.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a file that is not formatted",
        "would reformat /home/dev/project/shop.py\n",
        r#"[{"type": "lint", "severity": "error", "code": "unformatted", "message": "would reformat",
             "file": "/home/dev/project/shop.py"}]"#,
    ),
    Example::new(
        "a file that cannot be parsed",
        "error: cannot format /home/dev/project/shop.py: Cannot parse: 1:3: imprt os\n",
        r#"[{"type": "syntax", "severity": "fatal", "message": "cannot parse: imprt os",
             "file": "/home/dev/project/shop.py", "line": 1, "column": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe("black", "black --check", DOCS, &EXAMPLES);

const WOULD_REFORMAT: &str = "would reformat ";
const CANNOT_FORMAT: &str = "error: cannot format ";
const CANNOT_PARSE: &str = "error: cannot parse: ";

/// The parser.
struct Black;

impl ErrorParser for Black {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[WOULD_REFORMAT, CANNOT_FORMAT, CANNOT_PARSE]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(EachLine(complaint))
    }
}

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    if let Some(file) = line.text.strip_prefix(WOULD_REFORMAT) {
        let unformatted = Diagnostic::new(ErrorType::Lint, Severity::Error, "would reformat");
        return Some(unformatted.with_code("unformatted").at(Location::file(file)));
    }
    if let Some(place) = line.text.strip_prefix(CANNOT_PARSE) {
        return Some(unparsable(Place::parse(place)?.location(), "cannot parse"));
    }
    cannot_format(line.text.strip_prefix(CANNOT_FORMAT)?)
}

/// `FILE: Cannot parse[ for target version ...]: LINE:COLUMN: SOURCE`.
fn cannot_format(text: &str) -> Option<Diagnostic> {
    let (file, reason) = text.split_once(": Cannot parse")?;
    let mut parts = reason.splitn(2, ": ");
    let (_, position) = (parts.next()?, parts.next()?);
    let (line, rest) = position.split_once(':')?;
    let (column, source) = rest.split_once(": ")?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    Some(unparsable(location, &format!("cannot parse: {source}")))
}

fn unparsable(location: Location, message: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message).at(location)
}
