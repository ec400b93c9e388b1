//! Ant: why a build stopped.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate};

register_parser!(Format::of(&described::ANT).block(begin, follow));

/// A message about a place in another build file, which comes next.
const CALLED: &str = "The following error occurred while executing this line:";

/// Lines that only repeat that something failed before.
const SAID_BEFORE: [&str; 2] = [
    "Compile failed; see the compiler",
    "Compilation failed; see the compiler",
];

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    (line.text == "BUILD FAILED").then(|| Diagnostic::new(ErrorType::Build, Severity::Error, ""))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_end();
    // Buck says `BUILD FAILED` too, below the errors.
    if text.is_empty() || text.starts_with("Failed to build '") {
        return Flow::Over;
    }
    let (place, said) = placed(text);
    if place.is_some() {
        open.diagnostic.message.clear();
    }
    open.diagnostic.location = place.unwrap_or_else(|| std::mem::take(&mut open.diagnostic.location));
    if SAID_BEFORE.iter().any(|start| said.starts_with(start)) {
        return Flow::Last;
    }
    if said != CALLED {
        open.push_message(said);
    }
    Flow::Taken
}

/// `FILE:LINE: message`.
fn placed(text: &str) -> (Option<Location>, &str) {
    let placed = locate::at_start(text);
    match placed.and_then(|placed| Some((placed.location(), placed.rest.strip_prefix(": ")?))) {
        Some((location, said)) => (Some(location), said),
        None => (None, text),
    }
}
