//! pip and uv: errors that keep a package from being installed.

use crate::described;
use crate::format::Format;
use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, Note, ParserState, Severity, Sink, Step, register_parser,
};

register_parser!(Format::of(&described::PIP).state::<State>());

const NO_VERSION: &str = "ERROR: Could not find a version that satisfies the requirement ";
const NO_DISTRIBUTION: &str = "ERROR: No matching distribution found for ";
const CONFLICT: &str = "ERROR: Cannot install ";
const CONFLICT_END: &str = "ERROR: ResolutionImpossible";
const NO_FILE: &str = "ERROR: Could not open requirements file: ";
const INVALID: &str = "ERROR: Invalid requirement: ";
const NO_SOLUTION: &str = "No solution found when resolving dependencies";

/// Lines of explanation kept.
const EXPLANATION_LINES: usize = 30;
/// Bytes kept of one: pip lists every version there is.
const EXPLANATION_BYTES: usize = 1000;

#[derive(Default)]
struct State {
    open: Option<Open>,
}

/// A refusal that is still being explained.
struct Open {
    message: String,
    explanation: Vec<String>,
    until: Until,
}

/// The end of an explanation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// The line that repeats it in other words.
    NoDistribution,
    /// pip's last line.
    ResolutionImpossible,
    /// The first line that is not indented.
    Unindented,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            return self.begin(line.text, sink);
        };
        if let Some(requirement) = line.text.strip_prefix(NO_DISTRIBUTION) {
            let message = format!("No matching distribution found for {requirement}");
            let explanation = std::mem::replace(&mut open.message, message);
            open.explain(&explanation);
            self.finish(sink);
            return Step::Done;
        }
        if line.text.starts_with(CONFLICT_END) {
            self.finish(sink);
            return Step::Done;
        }
        if open.goes_on(line.text) {
            open.explain(line.text);
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            sink.emit(open.into_diagnostic());
        }
    }
}

impl State {
    fn begin(&mut self, text: &str, sink: &mut Sink) -> Step {
        if let Some(diagnostic) = single_line(text) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        let Some(until) = explained(text) else {
            return Step::Pass;
        };
        let message = text.trim_start_matches(['×', ' ']);
        let message = message
            .strip_prefix("ERROR: ")
            .or_else(|| message.strip_prefix("error: "))
            .unwrap_or(message);
        self.open = Some(Open {
            message: message.trim_end_matches(':').to_owned(),
            explanation: Vec::new(),
            until,
        });
        Step::More
    }
}

impl Open {
    fn goes_on(&self, text: &str) -> bool {
        match self.until {
            Until::NoDistribution => false,
            Until::ResolutionImpossible => self.explanation.len() < EXPLANATION_LINES,
            Until::Unindented => text.starts_with(' '),
        }
    }

    fn explain(&mut self, line: &str) {
        if self.explanation.len() < EXPLANATION_LINES {
            let end = line.floor_char_boundary(EXPLANATION_BYTES);
            self.explanation.push(line[..end].trim_end().to_owned());
        }
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = refusal(self.message);
        let explanation = self.explanation.join("\n");
        let explanation = explanation.trim_matches('\n');
        if !explanation.is_empty() {
            diagnostic.notes.push(Note {
                message: explanation.to_owned(),
                location: Location::default(),
            });
        }
        diagnostic
    }
}

/// The end of the explanation that this line begins.
fn explained(text: &str) -> Option<Until> {
    if text.starts_with(NO_VERSION) {
        Some(Until::NoDistribution)
    } else if text.starts_with(CONFLICT) && text.contains("conflicting dependencies") {
        Some(Until::ResolutionImpossible)
    } else {
        text.contains(NO_SOLUTION).then_some(Until::Unindented)
    }
}

/// Refusals that need no explanation.
fn single_line(text: &str) -> Option<Diagnostic> {
    if let Some(reason) = text.strip_prefix(NO_FILE) {
        let file = reason.split('\'').nth(1)?;
        let message = format!("Could not open requirements file: {reason}");
        return Some(refusal(message).at(Location::file(file)));
    }
    let requirement = text.strip_prefix(NO_DISTRIBUTION);
    let message = match (requirement, text.strip_prefix(INVALID)) {
        (Some(requirement), _) => format!("No matching distribution found for {requirement}"),
        (None, Some(invalid)) => format!("Invalid requirement: {invalid}"),
        (None, None) => return None,
    };
    Some(refusal(message).at(requirement_place(text).unwrap_or_default()))
}

/// `(from line 3 of requirements.txt)`, `(from -r requirements.txt (line 3))`.
fn requirement_place(text: &str) -> Option<Location> {
    if let Some((_, place)) = text.split_once("(from line ") {
        let (line, file) = place.split_once(" of ")?;
        return Some(Location::line(file.split(')').next()?, line.parse().ok()?));
    }
    let (_, place) = text.split_once("(from -r ")?;
    let (file, line) = place.split_once(" (line ")?;
    Some(Location::line(file, line.split(')').next()?.parse().ok()?))
}

fn refusal(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(ErrorType::Build, Severity::Error, message)
}
