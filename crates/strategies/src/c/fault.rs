//! The compiler's findings on a text, with places in bytes.

use std::ops::Range;

use unbreak_core::Fact;

use super::complaint::Complaint;
use crate::lines::Lines;

/// One error.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    /// Line, 1-based.
    pub(super) line: u32,
    /// Byte in the text.
    pub(super) offset: usize,
    pub(super) message: String,
    pub(super) complaint: Complaint,
    /// The compiler's own edits, which belong together.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// Bytes that its notes point at.
    pub(super) notes: Vec<(usize, String)>,
}

/// The result of one run of the compiler.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    /// Whether the compiler was content.
    pub(super) passes: bool,
    /// The errors in the text itself.
    pub(super) faults: Vec<Fault>,
    /// Errors in other files.
    pub(super) elsewhere: usize,
    /// Warnings: flag and byte.
    pub(super) warnings: Vec<(String, usize, String)>,
    /// The option that the compiler rejects as unknown, if any.
    pub(super) is_unusable: bool,
}

impl Report {
    /// Reads the compiler's output about a text that it got on its standard input.
    pub(super) fn read(
        said: &str,
        text: &str,
        passes: bool,
        understand: &dyn Fn(&str) -> Option<Fact>,
    ) -> Self {
        let mut reader = Reader {
            text,
            lines: Lines::of(text),
            report: Self {
                passes,
                ..Self::default()
            },
            about: About::Nothing,
            understand,
        };
        said.lines().for_each(|line| reader.line(line));
        let mut report = reader.report;
        report.is_unusable = !passes && report.faults.is_empty() && report.elsewhere == 0;
        report
    }
}

/// The kind of the last message head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Nothing,
    Error,
    Warning,
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines,
    report: Report,
    about: About,
    /// Translates a message to a fact.
    understand: &'a dyn Fn(&str) -> Option<Fact>,
}

/// A line `<stdin>:4:12: error: message`.
struct Head<'a> {
    is_own: bool,
    line: u32,
    column: u32,
    label: &'a str,
    message: &'a str,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        if let Some(edit) = line.strip_prefix("fix-it:\"<stdin>\":") {
            if self.about == About::Error
                && let Some(edit) = self.edit(edit)
                && let Some(fault) = self.report.faults.last_mut()
            {
                fault.edits.push(edit);
            }
        } else if let Some(head) = head(line) {
            self.head(&head);
        }
    }

    fn head(&mut self, head: &Head<'_>) {
        let offset = self.offset(head.line, head.column);
        match head.label {
            "error" | "fatal error" if head.is_own => {
                self.about = About::Error;
                self.report.faults.push(Fault {
                    line: head.line,
                    offset,
                    message: head.message.to_owned(),
                    complaint: Complaint::of((self.understand)(head.message).as_ref()),
                    edits: Vec::new(),
                    notes: Vec::new(),
                });
            }
            "error" | "fatal error" => {
                self.about = About::Nothing;
                self.report.elsewhere += 1;
            }
            "warning" => {
                self.about = About::Warning;
                let flag = head.message.rsplit_once(" [").map_or("", |(_, flag)| flag);
                let flag = flag.trim_end_matches([']', '=']).to_owned();
                self.report.warnings.push((flag, offset, head.message.to_owned()));
            }
            _ => self.note(head, offset),
        }
    }

    fn note(&mut self, head: &Head<'_>, offset: usize) {
        if self.about == About::Error
            && let Some(fault) = self.report.faults.last_mut().filter(|_| head.is_own)
        {
            fault.notes.push((offset, head.message.to_owned()));
        }
    }

    fn offset(&self, line: u32, column: u32) -> usize {
        self.lines
            .offset(self.text, line, column)
            .or_else(|| self.lines.range(self.text, line).map(|range| range.end))
            .unwrap_or(self.text.len())
    }

    /// Reads `{4:12-4:16}:"text"`; its columns count bytes.
    fn edit(&self, text: &str) -> Option<(Range<usize>, String)> {
        let (place, new) = text.strip_prefix('{')?.split_once("}:\"")?;
        let (start, end) = place.split_once('-')?;
        let range = self.byte(start)?..self.byte(end)?;
        let new = new.strip_suffix('"')?;
        let new = new
            .replace("\\n", "\n")
            .replace("\\t", "\t")
            .replace("\\\"", "\"")
            .replace("\\\\", "\\");
        self.text.get(range.clone())?;
        Some((range, new))
    }

    fn byte(&self, place: &str) -> Option<usize> {
        let (line, column) = place.split_once(':')?;
        let range = self.lines.range(self.text, line.parse().ok()?)?;
        let column: usize = column.parse().ok()?;
        Some((range.start + column.checked_sub(1)?).min(self.text.len()))
    }
}

fn head(line: &str) -> Option<Head<'_>> {
    let labels = ["fatal error", "error", "warning", "note"];
    let (place, label, message) = labels.iter().find_map(|label| {
        let (place, message) = line.split_once(&format!(": {label}: "))?;
        Some((place, *label, message))
    })?;
    let (rest, column) = place.rsplit_once(':')?;
    let (file, number) = rest.rsplit_once(':')?;
    Some(Head {
        is_own: file == "<stdin>",
        line: number.parse().ok()?,
        column: column.parse().ok()?,
        label,
        message,
    })
}
