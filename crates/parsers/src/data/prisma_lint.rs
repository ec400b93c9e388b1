//! prisma-lint.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::PRISMA_LINT).state::<State>());

/// The file, and the place in it, that the next findings are about.
#[derive(Default)]
struct State {
    file: Option<String>,
    place: Option<Location>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(file) = line.text.strip_suffix(" ✖") {
            (self.file, self.place) = (Some(file.to_owned()), None);
            return Step::More;
        }
        let Some(file) = &self.file else {
            return Step::Pass;
        };
        if let Some(place) = place(file, line.text) {
            self.place = Some(place);
            return Step::More;
        }
        let found = self.place.as_ref().zip(finding(line.text));
        let Some((place, finding)) = found else {
            *self = Self::default();
            return Step::Pass;
        };
        sink.emit(finding.at(place.clone()));
        Step::More
    }
}

/// `  User.id 2:3`.
fn place(file: &str, text: &str) -> Option<Location> {
    let (_, place) = text.strip_prefix("  ")?.split_once(' ')?;
    let (line, column) = place.split_once(':')?;
    Some(Location::column(file, line.parse().ok()?, column.parse().ok()?))
}

/// `    error message rule`.
fn finding(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.strip_prefix("    ")?.split_once(' ')?;
    let (message, rule) = rest.rsplit_once(' ')?;
    let severity = match label {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => return None,
    };
    Some(Diagnostic::new(ErrorType::Lint, severity, message).with_code(rule))
}
