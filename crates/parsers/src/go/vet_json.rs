//! `go vet -json`.

use serde_json::Value;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Location, Note, Severity, Sink, register_parser,
};

use super::LANGUAGES;
use crate::format::{self, Format, locate};

register_parser!(Format::new(&DESCRIPTOR, &["\"posn\":"]).json(read));

const DOCS: &str = r#"
## What it understands

The documents that `go vet -json` and other drivers of `go/analysis` print for each package
(`go doc golang.org/x/tools/go/analysis/internal/analysisflags`): analyzer, place, end, message and
related places. Suggested fixes are given there by byte offsets and are left out.

## Versions seen

Go 1.27.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a wrong format",
    r#"{
	"example.com/inventory": {
		"printf": [
			{
				"posn": "/home/dev/project/inventory/main.go:12:14",
				"end": "/home/dev/project/inventory/main.go:12:16",
				"message": "fmt.Printf format %d has arg \"three\" of wrong type string"
			}
		]
	}
}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "printf", "line": 12, "column": 14, "end_column": 16}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("go-vet-json", "go vet -json", DOCS, LANGUAGES, &EXAMPLES);

fn read(value: &Value, sink: &mut Sink) -> bool {
    let packages = value
        .as_object()
        .into_iter()
        .flat_map(|packages| packages.values());
    let analyzers = packages.filter_map(Value::as_object).flatten();
    let mut taken = false;
    for (analyzer, found) in analyzers {
        for finding in found.as_array().map_or(&[][..], Vec::as_slice) {
            if let Some(diagnostic) = diagnostic(analyzer, finding) {
                sink.emit(diagnostic);
                taken = true;
            }
        }
    }
    taken
}

fn diagnostic(analyzer: &str, finding: &Value) -> Option<Diagnostic> {
    let mut location = place(&finding["posn"])?;
    if let Some(end) = place(&finding["end"]) {
        (location.end_line, location.end_column) = (end.line, end.column);
    }
    let message = finding["message"].as_str()?;
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, message).at(location);
    diagnostic.code = Some(analyzer.to_owned());
    let related = finding["related"].as_array().map_or(&[][..], Vec::as_slice);
    diagnostic.notes = related.iter().filter_map(note).collect();
    Some(diagnostic)
}

fn note(related: &Value) -> Option<Note> {
    Some(Note {
        message: related["message"].as_str()?.to_owned(),
        location: place(&related["posn"])?,
    })
}

fn place(value: &Value) -> Option<Location> {
    Some(locate::at_start(value.as_str()?)?.location())
}
