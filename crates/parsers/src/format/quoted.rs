//! Source quoted below a diagnostic, with marks under it or a gutter of line numbers.

use super::{Flow, Open, marks};
use crate::text;

/// Takes a line of quoted source, and from the marks below it the columns that are missing in the
/// head.
///
/// Lines that are not indented and have no gutter are left to other parsers, although some tools
/// quote in this form: a line that begins at the margin is more often the next message.
pub(crate) fn follow(open: &mut Open, line: &str) -> Flow {
    // A line that begins with a letter is neither marked nor quoted.
    if line.starts_with(|c: char| c.is_ascii_alphabetic()) || line.trim_start().is_empty() {
        return Flow::Over;
    }
    if text::holds(line, text::literal!("(most recent call last)")) {
        return Flow::Over;
    }
    if let Some(found) = marks::read(line) {
        underline(open, found);
        return Flow::Taken;
    }
    let indented = line.starts_with([' ', '\t']);
    if indented || marks::is_gutter(line) {
        detail(open, line);
        Flow::Taken
    } else {
        Flow::Over
    }
}

/// Sets the columns that the marks show and the head did not have. A lone caret is a place, not a range.
fn underline(open: &mut Open, found: marks::Marks) {
    let location = &mut open.diagnostic.location;
    let column = *location.column.get_or_insert(found.caret);
    let length = found.end - found.caret;
    if location.end_line.is_none() && length > 1 {
        location.end_line = location.line;
        location.end_column = Some(column + length);
    }
    let (source, _) = marks::after_gutter(&open.previous);
    if open.taken > 0 && open.diagnostic.snippet.is_none() {
        open.diagnostic.snippet = Some(source.to_owned());
    }
}

/// A message that announces details (`assignment:`) continues in the indented lines.
fn detail(open: &mut Open, line: &str) {
    let (text, gutter) = marks::after_gutter(line);
    if !gutter && open.diagnostic.message.ends_with(':') {
        open.push_message(text.trim());
    }
}
