//! Verilator.

use unbreak_core::{Diagnostic, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, quoted};

register_parser!(Format::of(&described::VERILATOR).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, text) = line.text.strip_prefix('%')?.split_once(": ")?;
    let (word, rule) = label.split_once('-').unwrap_or((label, ""));
    let severity = match word {
        "Error" => Severity::Error,
        "Warning" => Severity::Warning,
        _ => return None,
    };
    if ["Exiting due to", "Command Failed", "Cannot continue"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        return None;
    }
    let (location, message) = match locate::at_start(text) {
        Some(placed) if placed.kind > locate::FileKind::Word => {
            (placed.location(), placed.rest.trim_start_matches([':', ' ']))
        }
        _ => (Location::default(), text),
    };
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message).at(location);
    diagnostic.code = (!rule.is_empty()).then(|| rule.to_owned());
    Some(diagnostic)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_start();
    if let Some(more) = text.strip_prefix(": ... ").filter(|_| text.len() < line.len()) {
        open.push_message(more);
        return Flow::Taken;
    }
    if text.starts_with("... ") && text.len() < line.len() {
        return Flow::Taken;
    }
    quoted::follow(open, line)
}
