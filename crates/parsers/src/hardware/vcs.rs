//! Synopsys VCS.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate};

register_parser!(Format::of(&described::VCS).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    const LABELS: [(&str, Severity); 3] = [
        ("Error-[", Severity::Error),
        ("Warning-[", Severity::Warning),
        ("Lint-[", Severity::Warning),
    ];
    let (rest, severity) = LABELS
        .iter()
        .find_map(|(label, severity)| Some((line.text.strip_prefix(label)?, *severity)))?;
    let (code, title) = rest.split_once("] ")?;
    let title = title.trim();
    Some(Diagnostic::new(guess::error_type(severity, title), severity, title).with_code(code))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    const LONGEST: usize = 20;
    let text = line.trim();
    if text.is_empty() || open.taken > LONGEST {
        return Flow::Over;
    }
    let placed = open
        .diagnostic
        .location
        .file
        .is_none()
        .then(|| place(text))
        .flatten();
    match placed {
        Some((location, message)) => {
            open.diagnostic.location = location;
            if !message.is_empty() {
                open.push_message(message);
            }
        }
        None if text.starts_with('^') => {}
        None => open.push_message(text),
    }
    Flow::Taken
}

/// `"FILE", 5: message`, `FILE, 5`.
fn place(text: &str) -> Option<(Location, &str)> {
    let (file, rest) = match text.strip_prefix('"') {
        Some(rest) => rest.split_once("\", ")?,
        None => text.split_once(", ")?,
    };
    let (number, message) = rest.split_once(':').unwrap_or((rest, ""));
    locate::kind(file).filter(|kind| *kind == locate::FileKind::Sure)?;
    Some((Location::line(file, number.trim().parse().ok()?), message.trim()))
}
