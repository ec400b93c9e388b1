//! CMake's messages.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};
use crate::gather::{Gather, Gathering};

register_parser!(Format::of(&described::CMAKE).state::<Gathering<Message>>());

/// Lines kept of a message, and frames of a stack.
const KEPT: usize = 100;

struct Message {
    severity: Severity,
    location: Location,
    command: Option<String>,
    lines: Vec<String>,
    /// Below `Call Stack`, nearest first.
    callers: Option<Vec<Frame>>,
}

impl Gather for Message {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text;
        let rest = text.strip_prefix("CMake ")?;
        let labels = [
            ("Deprecation Warning", Severity::Warning),
            ("Deprecation Error", Severity::Error),
            ("Warning", Severity::Warning),
            ("Error", Severity::Error),
        ];
        let (rest, severity) = labels
            .iter()
            .find_map(|(label, severity)| Some((rest.strip_prefix(label)?, *severity)))?;
        let rest = rest.strip_prefix(" (dev)").unwrap_or(rest);
        let (place, said) = match rest.strip_prefix(':') {
            Some(said) => ("", said),
            None => (rest.trim_end().strip_suffix(':')?, ""),
        };
        let (location, command) = placed(place.trim());
        Some(Self {
            severity,
            location,
            command,
            lines: (!said.trim().is_empty())
                .then(|| said.trim().to_owned())
                .into_iter()
                .collect(),
            callers: None,
        })
    }

    /// Takes a line of a paragraph or of the stack.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let text = line.text;
        if text.starts_with("Call Stack (most recent call first):") {
            self.callers = Some(Vec::new());
            return true;
        }
        if text.starts_with("This warning is for project developers.") {
            return true;
        }
        if !text.trim().is_empty() && !text.starts_with("  ") {
            return false;
        }
        match &mut self.callers {
            Some(callers) if callers.len() < KEPT => callers.extend(caller(text.trim())),
            None if self.lines.len() < KEPT => self.lines.push(text.trim().to_owned()),
            _ => {}
        }
        true
    }

    fn finish(self) -> Option<Diagnostic> {
        Some(self.into_diagnostic())
    }
}

impl Message {
    fn into_diagnostic(self) -> Diagnostic {
        let message = self.lines.join("\n").trim().to_owned();
        let error_type = match self.severity {
            _ if message.starts_with("Parse error") => ErrorType::Syntax,
            Severity::Warning => ErrorType::Lint,
            _ => ErrorType::Build,
        };
        let mut diagnostic = Diagnostic::new(error_type, self.severity, message).at(self.location.clone());
        if let Some(mut frames) = self.callers {
            frames.reverse();
            let mut innermost = Frame::new(self.location, self.command);
            innermost.innermost = true;
            frames.push(innermost);
            diagnostic.frames = frames;
        }
        diagnostic
    }
}

/// `at FILE:LINE (command)`, `in FILE`.
fn placed(place: &str) -> (Location, Option<String>) {
    if let Some(file) = place.strip_prefix("in ") {
        return (Location::file(file), None);
    }
    let frame = place.strip_prefix("at ").and_then(caller);
    frame.map_or((Location::default(), None), |frame| {
        (frame.location, frame.function)
    })
}

/// `FILE:LINE (command)`.
fn caller(text: &str) -> Option<Frame> {
    let placed = locate::at_start(text)?;
    let command = placed
        .rest
        .trim()
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    Some(Frame::new(placed.location(), command.map(str::to_owned)))
}
