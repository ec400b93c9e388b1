//! The lines of a difference, as edits of the old file.

use unbreak_core::{Location, SuggestedEdit};

/// Edits kept of one difference.
const KEPT: usize = 500;

/// Reads ` context`, `-old` and `+new` lines.
#[derive(Debug)]
pub(crate) struct Hunk {
    file: String,
    /// The line of the old file that comes next.
    line: u32,
    edits: Vec<SuggestedEdit>,
    /// Whether the last line was a change, so that the next one continues with it.
    changing: bool,
}

impl Hunk {
    /// A difference of this file, whose first line is about line `line` of it.
    pub(crate) fn new(file: &str, line: u32) -> Self {
        Self {
            file: file.to_owned(),
            line,
            edits: Vec::new(),
            changing: false,
        }
    }

    /// Takes a line; `false` when it is not part of a diff.
    pub(crate) fn line(&mut self, text: &str) -> bool {
        let rest = text.get(1..).unwrap_or_default();
        match text.as_bytes().first() {
            Some(b'-') => {
                let next = self.line.saturating_add(1);
                self.edit().location.end_line = Some(next);
                self.line = next;
            }
            Some(b'+') => {
                let replacement = &mut self.edit().replacement;
                replacement.push_str(rest);
                replacement.push('\n');
            }
            Some(b' ') | None => {
                self.line = self.line.saturating_add(1);
                self.changing = false;
            }
            Some(_) => return false,
        }
        true
    }

    /// Whole lines, each edit where the old file has it.
    pub(crate) fn into_edits(self) -> Vec<SuggestedEdit> {
        self.edits
    }

    /// The edit that the present change goes into; a new one when context came between.
    fn edit(&mut self) -> &mut SuggestedEdit {
        let full = self.edits.len() == KEPT;
        if !self.changing && !full || self.edits.is_empty() {
            self.edits.push(SuggestedEdit {
                location: Location::column(&self.file, self.line, 1).until(self.line, 1),
                replacement: String::new(),
            });
        }
        self.changing = true;
        let last = self.edits.len() - 1;
        &mut self.edits[last]
    }
}
