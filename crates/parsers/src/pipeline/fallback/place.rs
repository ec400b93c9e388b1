//! Places in lines of unknown tools.

use unbreak_core::Location;

use crate::format::locate::{self, FileKind};
use crate::format::{severity, stack};

/// Directories of files that are not the project's.
const FOREIGN: [&str; 6] = [
    "node_modules/",
    "-packages/",
    "node:",
    "/usr/lib/",
    "/.cargo/",
    "/stdlib/",
];

/// The line without bars, arrows, bullets and marks before its text.
pub(super) fn undecorated(line: &str) -> &str {
    line.trim_start_matches([
        ' ', '\t', '│', '┃', '╷', '╵', '├', '╰', '└', '─', '▶', '●', '•', '✖', '✗', '✘', '✕', '×', '⨯', '❌',
        '⚠', '\u{fe0f}',
    ])
}

/// The place that a message begins with or names anywhere, and the message without it.
pub(super) fn of(message: &str) -> (Location, &str) {
    if let Some(placed) = locate::at_start(message).filter(|placed| placed.kind == FileKind::Sure) {
        let rest = placed.rest.trim_start_matches([':', ')', ']', ',', ' ']);
        return (placed.location(), severity::after_separator(rest));
    }
    (within(message).unwrap_or_default(), message)
}

/// `x (FILE:3)`, `x at FILE:3:5`, `x at FILE line 3`, `x in "FILE" on line 3`.
fn within(message: &str) -> Option<Location> {
    let starts = message.match_indices([' ', '(', '[']).map(|(at, _)| at + 1);
    starts
        .filter_map(|at| locate::at_start(message[at..].trim_start_matches(['"', '\'', '`', '('])))
        .find(|placed| placed.kind == FileKind::Sure)
        .map(|placed| placed.location())
}

/// The place in a line below a complaint: `--> FILE:3:5`, `at f (FILE:3:5)`, `location: FILE:3`.
pub(super) fn below(line: &str) -> Option<Location> {
    const WORDS: [&str; 9] = [
        "--> ",
        "at ",
        "in ",
        "on ",
        "from ",
        "location: ",
        "Location: ",
        "file: ",
        "File: ",
    ];
    let text = undecorated(line);
    let location = stack::frame(text).map(|frame| frame.location).or_else(|| {
        let place = WORDS
            .iter()
            .find_map(|word| text.strip_prefix(word))
            .unwrap_or(text);
        let placed = locate::at_start(place).filter(|placed| placed.kind == FileKind::Sure)?;
        let ends =
            placed.rest.trim_matches([')', ':', '.', ']', ' ']).is_empty() || placed.rest.starts_with(',');
        ends.then(|| placed.location())
    })?;
    let file = location.file.as_deref()?;
    (!FOREIGN.iter().any(|part| file.contains(part))).then_some(location)
}
