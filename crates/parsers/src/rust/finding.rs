//! One diagnostic of rustc, line by line, as annotate-snippets draws it.

mod columns;
mod fix;

use std::collections::BTreeMap;

use unbreak_core::signature::normalise;
use unbreak_core::{Applicability, Diagnostic, ErrorType, Location, Note, Severity, Suggestion};

use self::columns::{Row, Rows};
use self::fix::Source;
use super::kind;
use crate::format::{locate, span};

/// Notes kept of one diagnostic.
const NOTES: usize = 64;

/// Kinds of findings whose lint is remembered.
const LINTS: usize = 1024;

/// A diagnostic in the middle.
#[derive(Debug)]
pub(super) struct Finding {
    severity: Severity,
    code: Option<String>,
    message: String,
    location: Location,
    /// The place of a second drawing, in another file than the first.
    elsewhere: Option<Location>,
    notes: Vec<Note>,
    advice: Option<String>,
    suggestions: Vec<Suggestion>,
    section: Section,
    /// The place that the drawing of a help begins with.
    changed: Option<Location>,
    rows: Rows,
    /// The source as far as it was quoted.
    source: Source,
    /// Whether anything but the head was seen.
    drawn: bool,
}

/// The subject of the lines below a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// The diagnostic itself.
    Main,
    /// The last note.
    Note,
    /// The last piece of advice.
    Help,
}

/// `error[E0308]: message` and its relatives.
pub(super) fn head(line: &str) -> Option<(Severity, Option<&str>, &str)> {
    let label = memchr::memchr2(b':', b'[', line.as_bytes())?;
    let severity = match &line[..label] {
        "error" | "Error" => Severity::Error,
        "warning" | "Warning" => Severity::Warning,
        "note" | "info" | "Info" => Severity::Info,
        "bug" => Severity::Fatal,
        _ => return None,
    };
    let rest = &line[label..];
    let (code, rest) = match rest.strip_prefix('[') {
        Some(coded) => {
            let (code, rest) = coded.split_once(']')?;
            (Some(code), rest)
        }
        None => (None, rest),
    };
    let message = rest.strip_prefix(": ")?;
    let message = message
        .strip_prefix("internal compiler error: ")
        .unwrap_or(message);
    Some((severity, code, message.trim_end()))
}

impl Finding {
    /// Begins at a head.
    pub(super) fn begin(line: &str) -> Option<Self> {
        let (severity, code, message) = head(line)?;
        Some(Self {
            severity,
            code: code.map(str::to_owned),
            message: message.to_owned(),
            location: Location::default(),
            elsewhere: None,
            notes: Vec::new(),
            advice: None,
            suggestions: Vec::new(),
            section: Section::Main,
            changed: None,
            rows: Rows::default(),
            source: Source::default(),
            drawn: false,
        })
    }

    /// Returns whether a place or a drawing followed the head; without one the line belongs to another parser.
    pub(super) fn is_drawn(&self) -> bool {
        self.drawn
    }

    /// Looks at the next line; `false` when it does not belong to the diagnostic.
    pub(super) fn line(&mut self, line: &str) -> bool {
        if let Some(place) = arrow(line) {
            self.arrow(place);
        } else if let Some(remark) = line.trim_start().strip_prefix("= ") {
            self.remark(remark);
        } else if let Some(row) = Row::read(line) {
            self.row(row);
        } else if self.drawn && is_continuation(line) {
            self.continue_remark(line.trim());
        } else if !self.drawn && is_place_in_words(line) {
            // Nix draws the same way.
            return false;
        } else if !self.drawn && line.starts_with("  ") {
            // A message of several lines is indented to where it began.
            self.message.push('\n');
            self.message.push_str(line.trim());
            return true;
        } else {
            return self.drawn && self.heading(line);
        }
        self.drawn = true;
        true
    }

    /// Gives a finding the name of its lint, which rustc writes only below the first of a kind. `named` holds the
    /// names so far, by the message of such a finding.
    pub(super) fn name_lint(&mut self, named: &mut BTreeMap<String, String>) {
        match &self.code {
            Some(code) if kind::is_error_code(code) => {}
            Some(lint) if named.len() < LINTS => {
                named.insert(normalise(&self.message), lint.clone());
            }
            Some(_) => {}
            None if named.is_empty() => {}
            None => self.code = named.get(&normalise(&self.message)).cloned(),
        }
    }

    /// The diagnostic.
    pub(super) fn finish(mut self) -> Diagnostic {
        self.end_section();
        let error_type = match kind::error_type(self.severity, self.code.as_deref(), &self.message) {
            // A diagnostic without a place in the source is about the build: linking, crates, targets.
            ErrorType::Type if self.location.file.is_none() => ErrorType::Build,
            found => found,
        };
        if self.location.file.is_none() {
            self.location = in_words(&self.message);
        }
        let mut diagnostic = Diagnostic::new(error_type, self.severity, self.message).at(self.location);
        diagnostic.phase = kind::phase(self.code.as_deref(), &diagnostic.message);
        diagnostic.code = self.code;
        diagnostic.notes = self.notes;
        diagnostic.advice = self.advice;
        diagnostic.suggestions = self.suggestions;
        diagnostic
    }

    fn arrow(&mut self, place: Location) {
        self.rows.clear();
        match self.section {
            Section::Main if self.location.file.is_none() => self.location = place,
            Section::Main => self.elsewhere = Some(place),
            Section::Note => {
                if let Some(note) = self.notes.last_mut().filter(|note| note.location.file.is_none()) {
                    note.location = place;
                }
            }
            Section::Help => self.changed = Some(place),
        }
    }

    /// `= note: ...`, `= help: ...`.
    fn remark(&mut self, remark: &str) {
        self.end_section();
        match remark.split_once(": ") {
            Some(("help", text)) => self.help(text),
            Some((_, text)) => self.note(text),
            None => self.note(remark),
        }
    }

    /// `note: ...`, `help: ...` at the margin, which have drawings of their own.
    fn heading(&mut self, line: &str) -> bool {
        let Some((label, text)) = line.split_once(": ") else {
            return false;
        };
        match label {
            "note" => {
                self.end_section();
                self.note(text);
            }
            "help" => {
                self.end_section();
                self.help(text);
            }
            _ => return false,
        }
        true
    }

    fn note(&mut self, text: &str) {
        self.section = Section::Note;
        if let Some(lint) = lint_of_note(text) {
            self.code.get_or_insert(lint);
        }
        self.push_note(text, Location::default());
    }

    fn push_note(&mut self, text: &str, location: Location) {
        if self.notes.len() < NOTES {
            self.notes.push(Note {
                message: text.trim().to_owned(),
                location,
            });
        }
    }

    fn help(&mut self, text: &str) {
        self.section = Section::Help;
        self.changed = None;
        if let Some(lint) = clippy_lint(text) {
            self.code.get_or_insert(lint);
            return;
        }
        match &mut self.advice {
            Some(advice) => *advice = format!("{advice}\n{text}"),
            None => self.advice = Some(text.to_owned()),
        }
    }

    fn continue_remark(&mut self, text: &str) {
        let remark = match self.section {
            Section::Note => self.notes.last_mut().map(|note| &mut note.message),
            Section::Help => self.advice.as_mut(),
            Section::Main => None,
        };
        const LONGEST: usize = 4 * 1024;
        if let Some(remark) = remark.filter(|remark| remark.len() < LONGEST) {
            remark.push('\n');
            remark.push_str(text);
        }
    }

    fn row(&mut self, row: Row<'_>) {
        if self.section == Section::Main && self.location.line.is_some() && self.elsewhere.is_none() {
            self.source.quote(&row, &self.location);
            self.rows.underline(&row, &mut self.location);
        }
        self.rows.push(row);
    }

    /// Turns the rows of a section into labels or a fix.
    fn end_section(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        match self.section {
            Section::Main => {
                let (labels, inline) = rows.labels(self.elsewhere.as_ref().unwrap_or(&self.location));
                for (text, location) in labels {
                    self.push_note(&text, location);
                }
                for (title, edit) in inline {
                    self.advice.get_or_insert_with(|| title.clone());
                    self.suggest(title, vec![edit]);
                }
            }
            Section::Help => {
                // The rows of another file are not those that the diagnostic quotes.
                let elsewhere = self
                    .changed
                    .take()
                    .filter(|place| place.file != self.location.file);
                let edits = match elsewhere {
                    Some(place) => fix::edits(&rows, &Source::default(), &place),
                    None => fix::edits(&rows, &self.source, &self.location),
                };
                let title = self.advice.as_deref().and_then(|advice| advice.lines().last());
                let title = title.unwrap_or_default().trim_end_matches(':').to_owned();
                if !edits.is_empty() {
                    self.suggest(title, edits);
                }
            }
            Section::Note => {}
        }
    }

    /// The text does not contain rustc's applicability; its JSON does.
    fn suggest(&mut self, title: String, edits: Vec<unbreak_core::SuggestedEdit>) {
        self.suggestions.push(Suggestion {
            title,
            applicability: Applicability::MaybeIncorrect,
            edits,
        });
    }
}

/// `  --> src/main.rs:3:5`, `  ::: src/lib.rs:1:1`, `  ┌─ src/main.rs:3:5`.
fn arrow(line: &str) -> Option<Location> {
    let line = line.trim_start();
    let place = ["--> ", "::: ", "┌─ ", "╭▸ ", "⸬ "]
        .iter()
        .find_map(|arrow| line.strip_prefix(arrow))?;
    Some(locate::at_start(place.trim())?.location())
}

/// The rest of a remark that spans lines is indented below its text.
fn is_continuation(line: &str) -> bool {
    line.starts_with("     ") && !line.trim().is_empty()
}

/// The lint that a note names: ``#[warn(unused_mut)]` on by default`, ``-D clippy::x` implied by ...`.
/// A flag writes the name with hyphens.
fn lint_of_note(text: &str) -> Option<String> {
    for attribute in ["#[warn(", "#[deny(", "#[forbid("] {
        if let Some((_, rest)) = text.split_once(attribute) {
            return rest.split_once(')').map(|(lint, _)| lint.to_owned());
        }
    }
    let flag = text
        .strip_prefix('`')
        .and_then(|text| text.split_once('`'))
        .map(|(flag, _)| flag)?;
    let (level, lint) = flag.split_once(' ')?;
    let is_level = matches!(level, "-D" | "-W" | "-F" | "--deny" | "--warn");
    (is_level && lint != "warnings").then(|| lint.replace('-', "_"))
}

/// The lint whose page clippy points to.
fn clippy_lint(text: &str) -> Option<String> {
    let page = text.strip_prefix("for further information visit ")?;
    let (_, lint) = page.rsplit_once('#')?;
    page.contains("rust-clippy")
        .then(|| format!("clippy::{}", lint.trim()))
}

/// `TOML parse error at line 3, column 5`: the drawing below it has no arrow.
fn in_words(message: &str) -> Location {
    let place = message
        .rsplit_once(" at ")
        .and_then(|(_, place)| span::words(place));
    let place = place.filter(|(_, rest)| rest.is_empty());
    place.map_or_else(Location::default, |(place, _)| Location {
        file: None,
        ..place.in_file("")
    })
}

/// `       at /home/dev/a.nix:3:1:`.
fn is_place_in_words(line: &str) -> bool {
    let place = line.trim_start().strip_prefix("at ");
    place.is_some_and(|place| locate::at_start(place).is_some_and(|placed| placed.rest == ":"))
}
