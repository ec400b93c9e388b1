//! The TypeScript compiler, and tools with the same output: vue-tsc, tsgo, ts-node, svelte's and Angular's.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Note, Severity, register_parser};

use crate::described;
use crate::format::locate::FileKind;
use crate::format::{Format, locate};
use crate::gather::{Gather, Gathering};
use crate::text;

register_parser!(Format::of(&described::TSC).state::<Gathering<Open>>());

/// Lines kept of one message.
const MESSAGE_LINES: usize = 40;

/// An error whose lines may not all have come.
struct Open {
    diagnostic: Diagnostic,
    /// Source follows after a blank line.
    pretty: bool,
    message_lines: usize,
    /// The indentation of the last of them.
    indentation: usize,
    /// The line quoted last: its number, and the column its text begins in.
    quoted: Option<(u32, usize)>,
    /// A related place, whose message comes below its source.
    related: Option<Location>,
}

impl Gather for Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let line = line.text.strip_prefix("Error: ").unwrap_or(line.text);
        let (before, code, message) = split_code(line).or_else(|| split_bracketed(line))?;
        let (place, severity) = split_severity(before)?;
        let pretty = place.ends_with('-');
        let location = match place.trim_end_matches([':', '-', ' ']) {
            "" => Location::default(),
            place => locate::at_start(place)
                .filter(|placed| placed.rest.is_empty())?
                .location(),
        };
        let mut diagnostic = Diagnostic::new(error_type(code, severity), severity, message);
        diagnostic.code = Some(match code.strip_prefix("ts(") {
            Some(number) => format!("TS{number}"),
            None => code.to_owned(),
        });
        diagnostic.location = location;
        Some(Self {
            diagnostic,
            pretty,
            message_lines: 1,
            indentation: 0,
            quoted: None,
            related: None,
        })
    }

    /// Takes a line; `false` when it belongs to something else.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let line = line.text;
        if line.trim().is_empty() {
            return self.pretty;
        }
        if self.pretty
            && let Some(quoted) = quoted(line)
        {
            self.quoted = Some(quoted);
            return true;
        }
        if !line.starts_with(' ') {
            return self.pretty && line == "...";
        }
        let text = line.trim();
        // Signs and labels are what other tools begin their own findings with.
        if text.starts_with(['✗', '✖', '×', '⚠', '✓', '✔']) || text.starts_with("Error: ") {
            return false;
        }
        if self.pretty && text.bytes().all(|byte| byte == b'~') {
            self.underline(line);
        } else if let Some(related) = self.related.take() {
            self.diagnostic.notes.push(Note {
                message: text.to_owned(),
                location: related,
            });
        } else if let Some(related) = self.related_place(text) {
            self.related = Some(related);
        } else {
            // Explanations of an error have no place: one with a place belongs to another finding.
            let is_placed = locate::at_start(text).is_some_and(|placed| placed.kind == FileKind::Sure);
            return self.quoted.is_none() && !is_placed && self.push(line);
        }
        true
    }

    fn finish(self) -> Option<Diagnostic> {
        Some(self.into_diagnostic())
    }
}

impl Open {
    fn related_place(&self, text: &str) -> Option<Location> {
        let placed = locate::at_start(text).filter(|placed| placed.rest.is_empty())?;
        self.pretty.then(|| placed.location())
    }

    /// A squiggle under the line quoted last: where it ends, the error ends.
    fn underline(&mut self, line: &str) {
        let location = &mut self.diagnostic.location;
        if self.related.is_some() || location.column.is_none() {
            return;
        }
        if let Some((number, gutter)) = self.quoted {
            let end = line.trim_end().chars().count().saturating_sub(gutter) + 1;
            location.end_line = Some(number);
            location.end_column = u32::try_from(end).ok();
        }
    }

    /// Takes a line of the message: each reason is indented by two more than the line it explains.
    /// A line with another indentation, or that is not a sentence, belongs to the next tool.
    fn push(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches(' ');
        let indentation = line.len() - text.len();
        let sentence =
            text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '\'' | '"' | '`' | '(' | '<'));
        let reason = indentation.is_multiple_of(2) && indentation <= self.indentation + 2;
        if !reason || !sentence || text.starts_with("File \"") {
            return false;
        }
        self.indentation = indentation;
        if self.message_lines < MESSAGE_LINES {
            self.message_lines += 1;
            self.diagnostic.message.push('\n');
            let text = line.strip_prefix("  ").unwrap_or(line);
            self.diagnostic.message.push_str(text.trim_end());
        }
        true
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = self.diagnostic;
        let advice = text::find(&diagnostic.message, text::literal!("Did you mean "));
        diagnostic.advice = advice.map(|at| diagnostic.message[at..].to_owned());
        diagnostic
    }
}

/// Splits `BEFORE TS2304: MESSAGE`; Angular's own errors are `NG8001`.
fn split_code(line: &str) -> Option<(&str, &str, &str)> {
    let blanks = memchr::memchr_iter(b' ', line.as_bytes());
    let mut codes = blanks.filter(|at| matches!(line.as_bytes().get(at + 1..at + 3), Some(b"TS" | b"NG")));
    codes.find_map(|at| {
        let (code, message) = text::split_at_byte(&line[at + 1..], b':')?;
        is_number(&code[2..]).then(|| (&line[..at], code, message.trim_start()))
    })
}

/// Splits `BEFORE ts(2304): MESSAGE`, as Astro's checker prints it. The code is without its `)`.
fn split_bracketed(line: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = line.split_once(" ts(")?;
    let (number, message) = rest.split_once("): ")?;
    let code = &line[before.len() + 1..][..number.len() + "ts(".len()];
    is_number(number).then(|| (before, code, message.trim_start()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn split_severity(before: &str) -> Option<(&str, Severity)> {
    const WORDS: [(&str, Severity); 5] = [
        ("error", Severity::Error),
        ("warning", Severity::Warning),
        ("suggestion", Severity::Info),
        ("message", Severity::Info),
        ("hint", Severity::Info),
    ];
    WORDS
        .iter()
        .find_map(|(word, severity)| Some((before.strip_suffix(word)?.trim_end(), *severity)))
}

/// A quoted line: its number, a blank, its text; within related places it is indented by four.
fn quoted(line: &str) -> Option<(u32, usize)> {
    let text = line.trim_start_matches(' ');
    let indentation = line.len() - text.len();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    let quotes = text.len() == digits || text[digits..].starts_with(' ');
    quotes.then_some((number, indentation + digits + 1))
}

fn error_type(code: &str, severity: Severity) -> ErrorType {
    let number = code.trim_start_matches(|c: char| !c.is_ascii_digit());
    match number.parse::<u32>().unwrap_or_default() {
        // Unused locals, imports, parameters, labels and unreachable code, as configured by the options.
        6133 | 6138 | 6192 | 6196 | 6198 | 6199 | 7027 | 7028 => ErrorType::Lint,
        1192 | 1259 | 2305..=2307 | 2613 | 2614 | 2691 | 2724 | 2732 | 2792 | 2834 | 2835 | 7016 => {
            ErrorType::Import
        }
        _ if severity < Severity::Error => ErrorType::Lint,
        1000..=1999 => ErrorType::Syntax,
        5000..=6999 | 18002 | 18003 => ErrorType::Build,
        _ => ErrorType::Type,
    }
}
