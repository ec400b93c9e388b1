//! ruff: the linter's and the formatter's complaints.

mod json;
mod text;

use std::collections::HashSet;

use unbreak_core::{
    Descriptor, Diagnostic, Document, ErrorParser, ErrorType, Example, Line, Location, ParserState, Sink,
    Step, register_parser,
};

use super::describe;

register_parser!(Ruff);

const DOCS: &str = r#"
## What it understands

`ruff check` in the formats full (before and after 0.10), concise, grouped, json, json-lines, gitlab and
github, and `ruff format --check`. A rule's fix, where the format carries it, becomes a suggestion: safe
fixes are machine-applicable, unsafe ones may be incorrect, display-only ones are only to be shown. In
the text formats the fix' title is the advice.

Code that does not parse is a fatal syntax error, everything else a finding of the linter.

## Versions seen

ruff 0.1, 0.9 and 0.17.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an unused import, with its source",
        r#"F401 [*] `os` imported but unused
 --> shop.py:1:8
  |
1 | import os, sys
  |        ^^
2 | from typing import List
  |
help: Remove unused import
"#,
        r#"[{"type": "lint", "severity": "error", "code": "F401", "message": "`os` imported but unused",
             "file": "shop.py", "line": 1, "column": 8, "end_line": 1, "end_column": 10,
             "advice": "Remove unused import"}]"#,
    ),
    Example::new(
        "a finding with a safe fix, as a line of JSON",
        r#"{"code":"F541","end_location":{"column":32,"row":9},"filename":"/home/dev/project/shop.py","fix":{"applicability":"safe","edits":[{"content":"\"none\"","end_location":{"column":32,"row":9},"location":{"column":25,"row":9}}],"message":"Remove extraneous `f` prefix"},"location":{"column":25,"row":9},"message":"f-string without any placeholders","noqa_row":9,"url":null}
"#,
        r#"[{"code": "F541", "line": 9, "column": 25, "end_column": 32,
             "suggestions": [{"title": "Remove extraneous `f` prefix", "applicability": "machine-applicable",
                "edits": [{"line": 9, "column": 25, "end_line": 9, "end_column": 32, "replacement": "\"none\""}]}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe("ruff", "ruff's findings", DOCS, &EXAMPLES);

/// The parser.
struct Ruff;

impl ErrorParser for Ruff {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[
            " --> ",
            "Would reformat: ",
            ".py:",
            ".pyi:",
            ".ipynb:",
            "-:",
            "title=ruff (",
            "title=Ruff (",
            "\"noqa_row\"",
            "\"end_location\"",
            "\"check_name\"",
        ]
    }

    /// Before flake8, whose lines look much the same.
    fn priority(&self) -> i32 {
        3
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Open>,
    /// The places of reported syntax errors.
    unparsable: HashSet<Spot>,
}

/// File name, line and column.
type Spot = (String, Option<u32>, Option<u32>);

/// The number of such places that are remembered.
const UNPARSABLE: usize = 1000;

/// The diagnostic that the next lines may belong to.
enum Open {
    Finding(Box<text::Finding>),
    /// The file of grouped findings.
    Group(String),
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let belongs = match &mut self.open {
            None => false,
            Some(Open::Finding(finding)) => finding.line(line),
            Some(Open::Group(file)) => emit_grouped(file, line, sink),
        };
        if belongs {
            return Step::More;
        }
        // The next finding needs no new offer: in a log full of them that would be half of the work.
        self.finish(sink);
        self.begin(line, sink)
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let values = value
            .as_array()
            .map_or(std::slice::from_ref(*value), Vec::as_slice);
        let found: Vec<_> = values.iter().filter_map(json::finding).collect();
        let taken = !found.is_empty();
        found
            .into_iter()
            .for_each(|diagnostic| self.emit(diagnostic, sink));
        taken
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(Open::Finding(finding)) = self.open.take() {
            self.emit(finding.into_diagnostic(), sink);
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(mut diagnostic) = text::annotation(line.text).or_else(|| text::unformatted(line.text)) {
            diagnostic.output = line.range;
            self.emit(diagnostic, sink);
            return Step::Done;
        }
        let finding = text::concise(line).or_else(|| text::full(line));
        self.open = match finding {
            Some(finding) => Some(Open::Finding(Box::new(finding))),
            None => text::group_heading(line.text).map(|file| Open::Group(file.to_owned())),
        };
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    /// Emits a diagnostic, unless an old version has announced it on standard error before.
    fn emit(&mut self, diagnostic: Diagnostic, sink: &mut Sink) {
        if diagnostic.error_type == ErrorType::Syntax {
            let place = spot(&diagnostic.location);
            if self.unparsable.contains(&place) {
                return;
            }
            if self.unparsable.len() < UNPARSABLE {
                self.unparsable.insert(place);
            }
        }
        sink.emit(diagnostic);
    }
}

/// A place by the file's name: the announcement and the report give different paths.
fn spot(location: &Location) -> Spot {
    let file = location.file.as_deref().unwrap_or_default();
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    (name.to_owned(), location.line, location.column)
}

fn emit_grouped(file: &str, line: &Line<'_>, sink: &mut Sink) -> bool {
    let Some(mut diagnostic) = text::grouped(file, line.text) else {
        return false;
    };
    diagnostic.output = line.range;
    sink.emit(diagnostic);
    true
}
