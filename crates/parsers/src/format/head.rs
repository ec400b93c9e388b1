//! The first line of a diagnostic in the shape that most tools share:
//! `[SEVERITY:] FILE:LINE[:COLUMN]: [SEVERITY:] [CODE] MESSAGE [CODE]`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use super::locate::{self, FileKind, Placed};
use super::{code, guess, severity};
use crate::text;

/// The parts of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    pub(crate) location: Location,
    /// How certainly the location's file is one.
    pub(crate) kind: FileKind,
    /// The tool's severity; `None` when it gave none, which means an error, or a warning if a rule is named.
    pub(crate) severity: Option<Severity>,
    pub(crate) code: Option<&'a str>,
    pub(crate) message: &'a str,
}

impl Head<'_> {
    /// The diagnostic, its type guessed from its words.
    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        let error_type = guess::of_rule(self.implied_severity(), self.message, self.code);
        self.of_type(error_type)
    }

    /// The diagnostic of this type.
    pub(crate) fn of_type(self, error_type: ErrorType) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(error_type, self.implied_severity(), self.message).at(self.location);
        diagnostic.code = self.code.map(str::to_owned);
        diagnostic
    }

    fn implied_severity(&self) -> Severity {
        let severity = self.severity.or_else(|| self.code.map(implied));
        severity.unwrap_or(Severity::Error)
    }
}

/// The severity of a finding whose tool only names a rule: compilers say more, linters warn.
pub(crate) fn implied(code: &str) -> Severity {
    let thrown = code.ends_with("Error") || code.ends_with("Exception");
    match lettered(code) {
        Some(severity) => severity,
        None if thrown => Severity::Error,
        None => Severity::Warning,
    }
}

/// The severity by the letter of a code like `W291`. All letters but E, F and W are style classes
/// in the tools with such codes (pycodestyle, pylint, hacking, fortitude).
fn lettered(code: &str) -> Option<Severity> {
    let (letter, number) = code.split_at_checked(1)?;
    let numbered = (2..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    match letter {
        _ if !numbered => None,
        "E" | "F" => Some(Severity::Error),
        "I" => Some(Severity::Info),
        letter => letter.as_bytes()[0]
            .is_ascii_uppercase()
            .then_some(Severity::Warning),
    }
}

/// Reads a line that begins with a place, or with a severity or the tool's name and then a place.
pub(crate) fn read(line_as_it_is: &str) -> Option<Head<'_>> {
    let line = after_bullet(line_as_it_is);
    if let Some(head) = bracketed(line) {
        return Some(head);
    }
    let (outer, placed) = match locate::at_start(line) {
        Some(placed) => (Outer::default(), placed),
        None => indented(line).or_else(|| placed_after(line.trim_start()))?,
    };
    let severity = outer.severity.or_else(|| marked(line_as_it_is));
    if is_frame(placed.rest) {
        return None;
    }
    let mut head = described(placed, severity);
    head.code = head.code.or(outer.code);
    Some(head)
}

/// An indented place, as tools print the output of others.
fn indented(line: &str) -> Option<(Outer<'_>, Placed<'_>)> {
    let bare = line.trim_start_matches(' ');
    let placed = (bare.len() < line.len()).then(|| locate::at_start(bare))??;
    (placed.kind == FileKind::Sure).then(|| (Outer::default(), placed))
}

/// The severity by the mark at the beginning of a line, as xcpretty and others draw it.
fn marked(line: &str) -> Option<Severity> {
    match line.chars().next()? {
        '❌' | '✖' | '✗' | '×' => Some(Severity::Error),
        '⚠' => Some(Severity::Warning),
        _ => None,
    }
}

/// `[FILE:1:5] message`.
fn bracketed(line: &str) -> Option<Head<'_>> {
    let placed = locate::at_start(line.strip_prefix('[')?)?;
    let rest = placed.rest.strip_prefix("] ")?;
    let sure = placed.kind == FileKind::Sure && placed.span.column.is_some();
    sure.then(|| described(Placed { rest, ..placed }, None))
}

/// The text before a place.
#[derive(Debug, Default)]
struct Outer<'a> {
    severity: Option<Severity>,
    code: Option<&'a str>,
}

/// The place after a severity, a program's name, or both in any order: `cfe: Warning 712: FILE, line 2`,
/// `llc: error: llc: FILE:4:1`.
fn placed_after(line: &str) -> Option<(Outer<'_>, Placed<'_>)> {
    const MOST_LABELS: usize = 3;
    let mut found = Outer::default();
    let mut text = line;
    for _ in 0..MOST_LABELS {
        let (severity, rest) = outer(text)?;
        found.severity = found.severity.or(severity);
        text = rest;
        if let Some((code, rest)) = numbered(text).filter(|_| severity.is_some()) {
            found.code = Some(code);
            text = rest;
        }
        if let Some(placed) = locate::at_start(text) {
            return Some((found, placed));
        }
    }
    None
}

/// `712: `, the number of a message between its severity and its place.
fn numbered(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text::split(text, text::literal!(": "))?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some((number, rest))
}

/// Returns whether the place is an entry of a call stack: Python's `, in f`, Go's ` +0x1d`.
fn is_frame(rest: &str) -> bool {
    rest.starts_with(", in ") || rest.starts_with(" +0x")
}

/// The text before the place: a severity (`error: `, `[warning] `, `error in `) or the name of the
/// tool (`gawk: `, as the GNU coding standards require of programs that are not compilers).
fn outer(line: &str) -> Option<(Option<Severity>, &str)> {
    if let Some((severity, rest)) = severity::take(line) {
        return Some((Some(severity), after_preposition(rest)));
    }
    let (word, rest) = text::split_at_byte(line, b' ')?;
    let name = word.strip_suffix(':').unwrap_or(word);
    if let Some(severity) = severity::word(name) {
        let place = after_preposition(rest);
        return (place.len() < rest.len()).then_some((Some(severity), place));
    }
    is_program(name).then(|| (None, rest.trim_start()))
}

/// The name of a program, or an absolute path to one.
fn is_program(name: &str) -> bool {
    let rooted = name.starts_with('/');
    let fits =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-+_".contains(&b) || rooted && b == b'/';
    !name.is_empty() && name.bytes().all(fits)
}

fn after_preposition(text: &str) -> &str {
    ["in file ", "in ", "at ", "file "]
        .iter()
        .find_map(|word| text.strip_prefix(word))
        .unwrap_or(text)
}

/// Strips a list's bullet or a progress indicator: `* `, `11% `, `** `.
fn after_bullet(line: &str) -> &str {
    let bare = line.trim_start_matches([
        '*', '•', '-', '>', '!', '✖', '❌', '⚠', '\u{fe0f}', '✗', '×', '└', '├', '─',
    ]);
    let bare = if bare.len() < line.len() && bare.starts_with(' ') {
        bare.trim_start()
    } else {
        line
    };
    match text::split_at_byte(bare, b'%') {
        Some((percent, rest)) if percent.len() <= 3 && percent.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.trim_start()
        }
        _ => bare,
    }
}

/// Parses the text after the place.
fn described<'a>(placed: Placed<'a>, outer: Option<Severity>) -> Head<'a> {
    let mut text = placed
        .rest
        .trim_start_matches([':', ' ', ',', ';', '.', '|', ')', ']']);
    text = severity::after_separator(text);
    let (column, text) = worded_column(text);
    let mut location = placed.location();
    location.column = location.column.or(column);
    let mut head = Head {
        location,
        kind: placed.kind,
        severity: None,
        code: None,
        message: severity::after_separator(text),
    };
    head.read_message();
    // The compiler's own severity in the line takes precedence over the build tool's before it.
    head.severity = head.severity.or(outer);
    head
}

/// `col: 20 Warning: x`, `col. 20) x`: a column between the place and the message.
fn worded_column(text: &str) -> (Option<u32>, &str) {
    let words = ["(col. ", "col: ", "col. ", "Col: ", "column "];
    let Some(rest) = words.iter().find_map(|word| text.strip_prefix(word)) else {
        return (None, text);
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..digits].parse() {
        Ok(column) => (
            Some(column),
            rest[digits..].trim_start_matches([')', ':', ',', ' ']),
        ),
        Err(_) => (None, text),
    }
}

impl<'a> Head<'a> {
    /// Splits severities and codes off the message, in any order.
    pub(crate) fn read_message(&mut self) {
        const MOST_LABELS: usize = 4;
        for _ in 0..MOST_LABELS {
            if !self.take_label() {
                break;
            }
        }
        self.take_trailing_severity();
        while let Some((message, name)) = code::take_trailing(self.message) {
            let fresh = self.label(name);
            if !fresh {
                break;
            }
            self.message = message;
        }
        // ruff and fortitude, which is derived from it, mark findings that they can fix.
        let message = self.message.trim();
        self.message = message
            .strip_prefix("[*] ")
            .filter(|_| self.code.is_some())
            .unwrap_or(message);
    }

    /// `x (warning)`.
    fn take_trailing_severity(&mut self) {
        let inner = self.message.trim_end().strip_suffix(')');
        let Some((message, name)) = inner.and_then(|text| text::rsplit(text, text::literal!(" ("))) else {
            return;
        };
        if let Some(severity) = severity::word(name) {
            self.severity.get_or_insert(severity);
            self.message = message;
        }
    }

    /// Takes a label off the beginning.
    fn take_label(&mut self) -> bool {
        if let Some((severity, rest)) = severity::take(self.message) {
            return self.take_severity(severity, rest);
        }
        match code::take_leading(self.message) {
            Some((code, rest)) if self.code.is_none() => {
                self.code = Some(code);
                self.message = rest;
                true
            }
            _ => false,
        }
    }

    /// A severity word without other text stays the message, and also sets the severity.
    fn take_severity(&mut self, severity: Severity, rest: &'a str) -> bool {
        let alone = rest.is_empty() && !self.message.ends_with(':');
        if !alone || severity != Severity::Info {
            self.severity.get_or_insert(severity);
        }
        if !alone {
            self.message = rest;
        }
        if let Some((number, rest)) = numbered(self.message).filter(|_| self.code.is_none()) {
            (self.code, self.message) = (Some(number), rest);
        }
        !alone
    }

    /// Understands a name in brackets: a severity, a rule, or `Error/rule`. `false` when a code was
    /// known already.
    fn label(&mut self, name: &'a str) -> bool {
        if let Some(severity) = severity::word(name).or_else(|| severity::letter(name)) {
            self.severity.get_or_insert(severity);
            return true;
        }
        let (severity, name) = match name.split_once('/') {
            Some((first, rule)) if severity::word(first).is_some() => (severity::word(first), rule),
            _ => (None, name),
        };
        let fresh = self.code.is_none();
        if fresh {
            self.code = Some(name);
            self.severity = self.severity.or(severity);
        }
        fresh
    }
}
