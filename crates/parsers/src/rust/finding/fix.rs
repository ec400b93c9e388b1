//! The change that a `help:` draws, as edits of the file.
//!
//! rustc draws inserted text with `+` under the new line, replaced lines as `-` above `+`, and wholly
//! new lines with `+` alone. Where it elides the old text (`~`), no edit can be made of it.

use std::collections::BTreeMap;

use unbreak_core::{Location, SuggestedEdit};

use super::columns::{KeptRow, Row, Rows, runs};

/// The lines of the file that the diagnostic quotes.
#[derive(Debug, Default)]
pub(super) struct Source {
    lines: BTreeMap<u32, String>,
    /// Whether a line contains tabs. A tab is drawn as four blanks, so the drawn columns are not
    /// those of the file.
    has_tabs: bool,
}

impl Source {
    /// Notes a row of the main drawing, whose place is known.
    pub(super) fn quote(&mut self, row: &Row<'_>, place: &Location) {
        /// More than any drawing has.
        const KEPT: usize = 64;
        if let Some(number) = row.number {
            if self.lines.len() < KEPT {
                self.lines.insert(number, row.text.to_owned());
            }
            return;
        }
        let primary = runs(row.text).into_iter().find(|run| run.mark == '^');
        let above = self.lines.keys().next_back().copied();
        if let Some(run) = primary
            && above == place.line
            && place.end_line.is_none()
            && !row.text.contains('_')
        {
            self.has_tabs |= Some(run.start) != place.column;
        }
    }
}

/// The edits that the rows below a help draw; empty when they do not tell all.
pub(super) fn edits(rows: &Rows, source: &Source, place: &Location) -> Vec<SuggestedEdit> {
    let Some(file) = place.file.as_deref() else {
        return Vec::new();
    };
    let rows = &rows.rows;
    if source.has_tabs || rows.iter().any(|row| row.sign == '~' || is_tilde(row)) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let rest = &rows[at..];
        let (found, taken) = insertions(file, source, rest)
            .or_else(|| replaced_line(file, rest))
            .or_else(|| new_line(file, rest))
            .unwrap_or((Vec::new(), 1));
        edits.extend(found);
        at += taken;
    }
    edits
}

fn is_tilde(row: &KeptRow) -> bool {
    row.number.is_none() && runs(&row.text).iter().any(|run| run.mark == '~')
}

type Found = (Vec<SuggestedEdit>, usize);

/// The new line, and `+` below the inserted text. Trailing blanks of an insertion are not marked,
/// so that several can only be distinguished by comparison with the old line.
fn insertions(file: &str, source: &Source, rows: &[KeptRow]) -> Option<Found> {
    let (new, marks) = (rows.first()?, rows.get(1)?);
    let line = new.number.filter(|_| new.sign == '|' && marks.number.is_none())?;
    let inserted: Vec<_> = runs(&marks.text)
        .into_iter()
        .filter(|run| run.mark == '+')
        .collect();
    let edit = match (source.lines.get(&line), inserted.as_slice()) {
        (_, []) => return None,
        (Some(old), _) => {
            let (start, end, text) = difference(old, &new.text);
            edit(file, (line, start), (line, end), text)
        }
        (None, [run]) => {
            let characters = new.text.chars().skip(run.start as usize - 1);
            let text = characters.take((run.end - run.start) as usize).collect();
            edit(file, (line, run.start), (line, run.start), text)
        }
        (None, _) => return None,
    };
    Some((vec![edit], 2))
}

/// `3 - old` above `3 + new`; without the second the line is removed.
fn replaced_line(file: &str, rows: &[KeptRow]) -> Option<Found> {
    let old = rows.first().filter(|row| row.sign == '-')?;
    let line = old.number?;
    let new = rows
        .get(1)
        .filter(|row| row.sign == '+' && row.number == Some(line));
    let Some(new) = new else {
        return Some((
            vec![edit(file, (line, 1), (line.saturating_add(1), 1), String::new())],
            1,
        ));
    };
    let (start, end, text) = difference(&old.text, &new.text);
    Some((vec![edit(file, (line, start), (line, end), text)], 2))
}

/// `1 + new` before line 1.
fn new_line(file: &str, rows: &[KeptRow]) -> Option<Found> {
    let row = rows.first().filter(|row| row.sign == '+')?;
    let line = row.number?;
    Some((
        vec![edit(file, (line, 1), (line, 1), format!("{}\n", row.text))],
        1,
    ))
}

fn edit(file: &str, start: (u32, u32), end: (u32, u32), replacement: String) -> SuggestedEdit {
    SuggestedEdit {
        location: Location::column(file, start.0, start.1).until(end.0, end.1),
        replacement,
    }
}

/// The columns in which the old line differs, and the new text there.
fn difference(old: &str, new: &str) -> (u32, u32, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let prefix = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - prefix;
    let suffix = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(room)
        .take_while(|(a, b)| a == b)
        .count();
    let column = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let text = new[prefix..new.len() - suffix].iter().collect();
    (column(prefix), column(old.len() - suffix), text)
}
