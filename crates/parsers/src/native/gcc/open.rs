//! A diagnostic and what comes below its head: notes, quoted source, marks and fixes.

use unbreak_core::{Applicability, Diagnostic, Location, Note, SuggestedEdit, Suggestion};

use super::head::Head;
use super::{KEPT, context, fixit, head, is_summary};
use crate::format::{locate, marks, stack};

/// A diagnostic, to which notes and source may still come.
pub(super) struct Open {
    pub(super) diagnostic: Diagnostic,
    /// The owner of the source below.
    pub(super) quoted: Quoted,
    /// Edits of the last head, not yet made a suggestion.
    pub(super) edits: Vec<SuggestedEdit>,
}

/// The head that was printed last, and how far its quotation has come.
#[derive(Default)]
pub(super) struct Quoted {
    /// The note it belongs to, which may be far from the diagnostic.
    note: Option<usize>,
    lines: usize,
    marks: Option<marks::Marks>,
    /// The source, as far as it was printed with line numbers.
    source: Option<String>,
    /// The last line is source only if marks come below it.
    pub(super) on_trial: bool,
}

impl Open {
    pub(super) fn note(&mut self, head: &Head<'_>) {
        self.close_edits();
        // An error on the command line shows where the option is used.
        if self.diagnostic.location.line.is_none() && self.diagnostic.notes.is_empty() {
            self.diagnostic.location = head.location.clone();
        }
        self.quoted = Quoted {
            note: Some(self.diagnostic.notes.len()),
            ..Quoted::default()
        };
        if self.diagnostic.notes.len() < KEPT {
            self.diagnostic.notes.push(Note {
                message: head.message.trim().to_owned(),
                location: head.location.clone(),
            });
        }
        if head.message.ends_with("requested here") {
            self.called_from(&head.location);
        }
    }

    /// clang tells in notes, the nearest first, who instantiated a template.
    fn called_from(&mut self, location: &Location) {
        let frame = unbreak_core::Frame::new(location.clone(), None);
        stack::push_caller_of_place(&mut self.diagnostic, frame);
    }

    /// Returns whether the line is source below a head, marks below that, or text drawn below the marks.
    pub(super) fn quotation(&mut self, text: &str) -> bool {
        if self.quoted.marks.is_none()
            && let Some(found) = marks::read(text)
        {
            self.underline(found);
            return true;
        }
        let gutter = marks::is_gutter(text);
        let below = self.quoted.marks.is_some_and(|_| text.starts_with(' ')) && !text.trim().is_empty();
        // The dearest question, and needless where the gutter has answered it.
        let first = !gutter && self.quoted.lines == 0 && self.has_place() && may_be_source(text);
        if gutter && self.quoted.marks.is_none() {
            self.quoted.source = Some(marks::after_gutter(text).0.to_owned());
        }
        if !(gutter || below || first) {
            return false;
        }
        self.quoted.lines += 1;
        self.quoted.on_trial = first;
        if let Some(above) = self.quoted.marks {
            self.read_fix(text, above);
        }
        true
    }

    fn has_place(&self) -> bool {
        self.place().is_some_and(|place| place.line.is_some())
    }

    fn place(&self) -> Option<&Location> {
        match self.quoted.note {
            None => Some(&self.diagnostic.location),
            Some(index) => Some(&self.diagnostic.notes.get(index)?.location),
        }
    }

    fn underline(&mut self, found: marks::Marks) {
        self.quoted.on_trial = false;
        self.quoted.marks = Some(found);
        self.keep_source(found);
        let place = match self.quoted.note {
            None => Some(&mut self.diagnostic.location),
            Some(index) => self
                .diagnostic
                .notes
                .get_mut(index)
                .map(|note| &mut note.location),
        };
        if let Some(place) = place.filter(|_| found.end > found.caret + 1)
            && let Some(column) = place.column
        {
            place.end_line = place.line;
            place.end_column = Some(column + (found.end - found.caret));
        }
    }

    /// gcc prints tabs as blanks and counts them as such, clang counts bytes: the marks are in the
    /// column that gcc named. If the file is available, the printed line shows which character that
    /// is.
    fn keep_source(&mut self, found: marks::Marks) {
        let source = self.quoted.source.take();
        let counted = self.diagnostic.location.column == Some(found.caret);
        if self.quoted.note.is_none() && counted {
            self.diagnostic.snippet = source.filter(|line| line.contains("  "));
        }
    }

    fn read_fix(&mut self, row: &str, above: marks::Marks) {
        let message = match self.quoted.note {
            None => Some(&self.diagnostic.message),
            Some(index) => self.diagnostic.notes.get(index).map(|note| &note.message),
        };
        let fix = message
            .zip(self.place())
            .and_then(|(message, place)| fixit::shown(row, above, message, place));
        if let Some((edit, applicability)) = fix {
            self.suggest(vec![edit], applicability);
        }
    }

    /// The parseable edits below one head belong together. Below an error or a warning they fix it,
    /// below a note they are one of several ways (clang's "InternalsManual", "Fix-It Hints").
    pub(super) fn close_edits(&mut self) {
        let edits = std::mem::take(&mut self.edits);
        if edits.is_empty() {
            return;
        }
        let applicability = match self.quoted.note {
            None => Applicability::MachineApplicable,
            Some(_) => Applicability::MaybeIncorrect,
        };
        self.suggest(edits, applicability);
    }

    fn suggest(&mut self, edits: Vec<SuggestedEdit>, applicability: Applicability) {
        let note = self
            .quoted
            .note
            .and_then(|index| self.diagnostic.notes.get(index));
        let title = note
            .map_or(&self.diagnostic.message, |note| &note.message)
            .clone();
        // The same edit drawn and in its parseable form.
        self.diagnostic.suggestions.retain(|known| known.edits != edits);
        self.diagnostic.suggestions.push(Suggestion {
            title,
            applicability,
            edits,
        });
    }
}

/// Returns whether the line below a head can be the source line that older gcc and clang quote without a
/// gutter, and not the next line of a build tool.
fn may_be_source(text: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "make",
        "gmake",
        "ninja",
        "FAILED",
        "[",
        "/",
        "collect2",
        "cc1",
        "compilation terminated",
        "Traceback",
        "error",
        "Error",
        "CMake",
        "gcc",
        "clang",
        "g++",
    ];
    let blank = text.trim().is_empty();
    let other = OTHERS.iter().any(|start| text.starts_with(start)) || is_summary(text);
    !blank
        && !other
        && !locate::begins_report(text)
        && head::read(text).is_none()
        && context::read(text).is_none()
}
