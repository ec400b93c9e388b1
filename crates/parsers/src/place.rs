//! `FILE:LINE[:COLUMN]`, the way most tools begin a line.

use unbreak_core::Location;

/// A place at the beginning of a line, with the text after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The file as printed; may hold spaces, backslashes and a drive letter.
    pub(crate) file: &'a str,
    /// 1-based, as printed.
    pub(crate) line: u32,
    /// The column as printed.
    pub(crate) column: Option<u32>,
    /// The text after the last number, its colon included.
    pub(crate) rest: &'a str,
}

impl<'a> Place<'a> {
    /// Reads the first `:LINE` of the text that a colon or the end follows, and a `:COLUMN` after it.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        for at in memchr::memchr_iter(b':', text.as_bytes()) {
            let Some((line, rest)) = number(&text[at..]) else {
                continue;
            };
            let file = text[..at].trim_start();
            if file.is_empty() {
                return None;
            }
            let (column, rest) = match number(rest) {
                Some((column, rest)) => (Some(column), rest),
                None => (None, rest),
            };
            return Some(Self {
                file,
                line,
                column,
                rest,
            });
        }
        None
    }

    /// The text after the place, without the colon and the blanks before it. `None` without a colon.
    pub(crate) fn message(&self) -> Option<&'a str> {
        self.rest.strip_prefix(':').map(str::trim_start)
    }

    /// The place as a location.
    pub(crate) fn location(&self) -> Location {
        Location {
            column: self.column,
            ..Location::line(self.file, self.line)
        }
    }
}

/// `:123` before another colon or the end.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.strip_prefix(':')?;
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = digits.split_at(length);
    let ends = rest.is_empty() || rest.starts_with(':');
    Some((number.parse().ok().filter(|_| ends)?, rest))
}
