//! Dr. Memory.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate};

register_parser!(Format::of(&described::DRMEMORY).block(begin, follow));

fn bare(line: &str) -> &str {
    line.strip_prefix("~~Dr.M~~ ").unwrap_or(line)
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (number, message) = bare(line.text).strip_prefix("Error #")?.split_once(": ")?;
    number.trim().parse::<u32>().ok()?;
    let kind: String = message
        .chars()
        .take_while(|c| c.is_ascii_uppercase() || *c == ' ')
        .collect();
    let kind = kind.trim();
    if kind.len() < 3 {
        return None;
    }
    let severity = if kind.starts_with("POSSIBLE") {
        Severity::Warning
    } else {
        Severity::Error
    };
    Some(Diagnostic::new(ErrorType::Runtime, severity, message.trim()).with_code(kind))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = bare(line).trim();
    let Some(entry) = text.strip_prefix('#') else {
        return if text.is_empty() { Flow::Over } else { Flow::Taken };
    };
    if let Some(frame) = frame(entry) {
        let own = open.diagnostic.location.file.is_none() && !is_replacement(&frame);
        if own {
            open.diagnostic.location = frame.location.clone();
        }
        open.diagnostic.frames.insert(
            0,
            Frame {
                innermost: own,
                ..frame
            },
        );
    }
    Flow::Taken
}

/// ` 0 function  [FILE:LINE]`; frames without source have a module and an address instead.
fn frame(entry: &str) -> Option<Frame> {
    let (function, place) = entry.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    let (_, function) = function.trim().split_once(' ')?;
    let placed = locate::at_start(place);
    let location = placed.map(|placed| placed.location()).unwrap_or_default();
    location.line?;
    Some(Frame::new(location, Some(function.trim().to_owned())))
}

/// Dr. Memory's replacements of the program's allocator.
fn is_replacement(frame: &Frame) -> bool {
    let name = frame.function.as_deref().unwrap_or_default();
    name.starts_with("replace_") || name.starts_with("drmemorylib")
}
