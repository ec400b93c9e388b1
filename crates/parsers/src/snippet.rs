//! The source around a place.

use std::fmt::Write as _;

use unbreak_core::Diagnostic;

use crate::tabs::Shown;

/// Lines shown on either side.
const AROUND: usize = 3;
/// Longer lines are cut: minified code is not useful.
const LINE_CHARACTERS: usize = 240;

/// Line `line` (from 1) of `source` with three lines on either side, numbered, and marked with `>>>`.
///
/// `None` when there is no such line, or when the source is binary. The line after a final line end
/// counts as one: parsers report an unexpected end of file there.
pub fn snippet(source: &str, line: u32) -> Option<String> {
    if source.contains('\0') {
        return None;
    }
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    source.split('\n').nth(line)?;
    let first = line.saturating_sub(AROUND);
    let shown: Vec<&str> = source
        .split('\n')
        .skip(first)
        .take(line - first + 1 + AROUND)
        .collect();
    let width = (first + shown.len()).to_string().len();
    let mut text = String::new();
    for (index, content) in shown.into_iter().enumerate() {
        let number = first + index + 1;
        let mark = if number == line + 1 { ">>>" } else { "   " };
        let content = cut(content.trim_end_matches('\r'));
        let _ = writeln!(
            text,
            "{}",
            format!("{mark} {number:>width$} | {content}").trim_end()
        );
    }
    text.pop();
    Some(text)
}

fn cut(line: &str) -> &str {
    let end = line.char_indices().nth(LINE_CHARACTERS);
    end.map_or(line, |(at, _)| &line[..at])
}

/// Completes a diagnostic from the text of the file it points into: sets the snippet, and corrects
/// columns that the tool counted in a line it printed without its indentation.
///
/// A parser that reads columns off a caret leaves the line as printed in `snippet`. CPython prints it
/// without indentation (`Lib/traceback.py`, `_format_syntax_error`), gcc counts a tab as the blanks that it
/// prints for it (`-fdiagnostics-column-unit=display`), so the true columns are known only with the file at
/// hand.
pub fn attach_source(diagnostic: &mut Diagnostic, source: &str) {
    let Some(line) = diagnostic.location.line else {
        return;
    };
    let Some(around) = snippet(source, line) else {
        return;
    };
    if let Some(printed) = diagnostic.snippet.replace(around) {
        let actual = source.split('\n').nth(line as usize - 1).unwrap_or_default();
        shift_columns(diagnostic, indentation_lost(actual, &printed));
        count_tabs_once(diagnostic, actual, &printed);
    }
}

/// Corrects columns that were counted in a line whose tabs were printed as blanks: the column of
/// the place, and of everything else that begins there.
fn count_tabs_once(diagnostic: &mut Diagnostic, actual: &str, printed: &str) {
    let Some(shown) = Shown::of(actual, printed) else {
        return;
    };
    let place = diagnostic.location.clone();
    let edits = diagnostic.suggestions.iter_mut().flat_map(|it| &mut it.edits);
    let others = edits
        .map(|edit| &mut edit.location)
        .chain(diagnostic.frames.iter_mut().map(|frame| &mut frame.location))
        .chain(diagnostic.notes.iter_mut().map(|note| &mut note.location));
    let same = others.filter(|it| (&it.file, it.line, it.column) == (&place.file, place.line, place.column));
    for location in same.chain([&mut diagnostic.location]) {
        for column in [&mut location.column, &mut location.end_column]
            .into_iter()
            .flatten()
        {
            *column = shown.character(*column);
        }
    }
}

/// Characters of indentation that `actual` has and `printed`, otherwise the same line, has not.
fn indentation_lost(actual: &str, printed: &str) -> u32 {
    let same = actual.trim() == printed.trim() && !printed.contains('\n');
    let indentation = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
    match indentation(actual).checked_sub(indentation(printed)) {
        Some(lost) if same => u32::try_from(lost).unwrap_or(0),
        _ => 0,
    }
}

fn shift_columns(diagnostic: &mut Diagnostic, by: u32) {
    let place = &mut diagnostic.location;
    for column in [&mut place.column, &mut place.end_column].into_iter().flatten() {
        *column = column.saturating_add(by);
    }
}
