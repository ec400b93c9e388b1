//! Maps lines across edits of a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::fix::Edit;
use crate::path::RelPath;

/// Maps lines of the tree before some edits to lines after them.
#[derive(Debug, Clone, Default)]
pub struct LineMap {
    files: BTreeMap<String, Vec<Hunk>>,
}

/// Lines (1-based, inclusive) that an edit touches, before and after.
#[derive(Debug, Clone)]
struct Hunk {
    before: (u32, u32),
    after: (u32, u32),
    original: String,
    replacement: String,
}

/// The fate of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapped {
    /// It has this number now.
    Moved(u32),
    /// It was edited.
    Touched,
}

impl LineMap {
    /// Adds the edits of one file, given its text before them.
    pub fn add<'a>(&mut self, file: &RelPath, source: &str, edits: impl IntoIterator<Item = &'a Edit>) {
        let mut edits: Vec<&Edit> = edits.into_iter().filter(|edit| &edit.file == file).collect();
        edits.sort_by(|a, b| {
            (a.range.start, a.range.end, &a.replacement).cmp(&(b.range.start, b.range.end, &b.replacement))
        });
        edits.dedup();
        let mut shift: i64 = 0;
        let hunks = edits
            .into_iter()
            .map(|edit| hunk(source, edit, &mut shift))
            .collect();
        self.files.insert(file.as_str().to_owned(), hunks);
    }

    /// Maps line `line` of the text before the edits.
    pub fn map(&self, file: &str, line: u32) -> Mapped {
        let mut shift: i64 = 0;
        for hunk in self.files.get(file).into_iter().flatten() {
            if line < hunk.before.0 {
                break;
            }
            if line <= hunk.before.1 {
                return Mapped::Touched;
            }
            shift = i64::from(hunk.after.1) - i64::from(hunk.before.1);
        }
        Mapped::Moved(u32::try_from(i64::from(line) + shift).unwrap_or(line))
    }

    /// The lines that each edit wrote, in the text after the edits; for a deletion, the line at its place.
    pub fn written(&self, file: &str) -> impl Iterator<Item = RangeInclusive<u32>> {
        let hunks = self.files.get(file).into_iter().flatten();
        hunks.map(|hunk| hunk.after.0..=hunk.after.1)
    }

    /// The new number of an unedited line of the text before; `None` for an edited one.
    pub fn moved(&self, file: &str, line: u32) -> Option<u32> {
        match self.map(file, line) {
            Mapped::Moved(line) => Some(line),
            Mapped::Touched => None,
        }
    }

    /// The last line of the text after that stands where line `line` of the text before stood.
    pub fn last_after(&self, file: &str, line: u32) -> u32 {
        let mut hunks = self.files.get(file).into_iter().flatten();
        match self.map(file, line) {
            Mapped::Moved(line) => line,
            Mapped::Touched => hunks
                .find(|hunk| (hunk.before.0..=hunk.before.1).contains(&line))
                .map_or(line, |hunk| hunk.after.1),
        }
    }

    /// Returns whether line `line` of the text before was edited.
    pub fn is_touched(&self, file: &str, line: u32) -> bool {
        self.map(file, line) == Mapped::Touched
    }

    /// The new texts of the edits that touched line `line` of the text after.
    pub fn replacements_at(&self, file: &str, line: u32) -> impl Iterator<Item = &str> {
        self.files
            .get(file)
            .into_iter()
            .flatten()
            .filter(move |hunk| (hunk.after.0..=hunk.after.1).contains(&line))
            .map(|hunk| hunk.replacement.as_str())
    }

    /// The old and the new text of every edit.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .values()
            .flatten()
            .map(|hunk| (hunk.original.as_str(), hunk.replacement.as_str()))
    }

    /// Returns whether a file was edited at all.
    pub fn is_edited(&self, file: &str) -> bool {
        self.files.get(file).is_some_and(|hunks| !hunks.is_empty())
    }

    /// Returns whether an edit touched line `line` of the text after.
    pub fn touches_after(&self, file: &str, line: u32) -> bool {
        self.replacements_at(file, line).next().is_some()
    }
}

fn hunk(source: &str, edit: &Edit, shift: &mut i64) -> Hunk {
    let newlines = |text: &str| u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
    let first = 1 + newlines(source.get(..edit.range.start).unwrap_or(source));
    let removed = newlines(&edit.original);
    let added = newlines(&edit.replacement);
    let start_after = u32::try_from(i64::from(first) + *shift).unwrap_or(first);
    *shift += i64::from(added) - i64::from(removed);
    if is_whole_lines(source, edit) {
        // Inserted lines push down the line before which they stand, without touching it.
        return Hunk {
            before: (first, (first + removed).saturating_sub(1)),
            after: (start_after, (start_after + added).saturating_sub(1)),
            original: edit.original.clone(),
            replacement: edit.replacement.clone(),
        };
    }
    Hunk {
        before: (first, first + removed),
        after: (start_after, start_after + added),
        original: edit.original.clone(),
        replacement: edit.replacement.clone(),
    }
}

fn is_whole_lines(source: &str, edit: &Edit) -> bool {
    let at_line_start = edit.range.start == 0 || source.as_bytes().get(edit.range.start - 1) == Some(&b'\n');
    let whole = |text: &str| text.is_empty() || text.ends_with('\n');
    at_line_start && whole(&edit.original) && whole(&edit.replacement)
}
