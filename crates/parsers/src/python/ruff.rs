//! ruff: the linter's and the formatter's complaints.

mod json;
mod text;

use std::collections::HashSet;

use crate::described;
use crate::format::Format;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, ParserState, Sink, Step, register_parser,
};

register_parser!(Format::of(&described::RUFF).state::<State>());

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
