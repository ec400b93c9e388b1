//! Edits that the compiler proposes.

use unbreak_core::{Applicability, Location, SuggestedEdit};

use crate::format::marks::{self, Marks};

/// Reads `fix-it:"main.c":{12:16-12:18}:"%d"`, as `-fdiagnostics-parseable-fixits` prints it (the
/// columns count bytes from 1, the end is the first one after).
pub(super) fn parseable(line: &str) -> Option<SuggestedEdit> {
    let rest = line.strip_prefix("fix-it:\"")?;
    let (file, rest) = rest.split_once("\":{")?;
    let (range, text) = rest.split_once("}:\"")?;
    let (start, end) = range.split_once('-')?;
    let position = |text: &str| {
        let (line, column) = text.split_once(':')?;
        Some((line.parse::<u32>().ok()?, column.parse::<u32>().ok()?))
    };
    let ((line, column), (end_line, end_column)) = (position(start)?, position(end)?);
    Some(SuggestedEdit {
        location: Location::column(file, line, column).until(end_line, end_column),
        replacement: unescaped(text.strip_suffix('"')?),
    })
}

/// C's escapes, as far as both compilers write them.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

/// The edit for the text below the marks, when it is unambiguous: a name below an underlined one
/// replaces it, a punctuation mark that the message expects is inserted.
pub(super) fn shown(
    row: &str,
    above: Marks,
    message: &str,
    place: &Location,
) -> Option<(SuggestedEdit, Applicability)> {
    let (text, _) = marks::after_gutter(row);
    let text = text.trim_end();
    let new = text.trim_start();
    let column = u32::try_from(text.chars().count() - new.chars().count() + 1).ok()?;
    if new.is_empty() || new.contains("  ") || column != above.caret {
        return None;
    }
    let length = above.end - above.caret;
    let quoted = |open, close| message.contains(&format!("{open}{new}{close}"));
    let named = quoted('‘', '’') || quoted('\'', '\'');
    let inserted = length == 1 && named && message.contains("expected");
    let replaced = length > 1 && named && message.contains("did you mean");
    if !inserted && !replaced {
        return None;
    }
    // The marks are drawn with expanded tabs; the place is counted by the compiler.
    let (line, start) = (place.line?, place.column?);
    let end = if inserted { start } else { start + length };
    let edit = SuggestedEdit {
        location: Location::column(place.file.clone()?, line, start).until(line, end),
        replacement: new.to_owned(),
    };
    Some((edit, Applicability::MaybeIncorrect))
}
