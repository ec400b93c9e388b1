//! Searches lines for short texts.
//!
//! The standard library prepares tables for each search, which is useful in a long text. A line is
//! shorter than that preparation, and is searched for dozens of texts.

use memchr::{memchr_iter, memrchr_iter};

/// A text to search for, with properties computed at compile time.
#[derive(Clone, Copy)]
pub(crate) struct Literal {
    text: &'static str,
    /// The byte that is looked for.
    rarest: u8,
    /// The number of bytes before that.
    before: usize,
}

impl Literal {
    /// A text that is not empty.
    pub(crate) const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut before = 0;
        let mut at = 1;
        while at < bytes.len() {
            if frequency(bytes[at]) < frequency(bytes[before]) {
                before = at;
            }
            at += 1;
        }
        Self {
            text,
            rarest: bytes[before],
            before,
        }
    }
}

/// The relative frequency of a byte in the output of tools.
const fn frequency(byte: u8) -> u8 {
    match byte {
        b' ' => 7,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 6,
        b'l' | b'c' | b'd' | b'u' | b'm' | b'p' => 5,
        b'0'..=b'9' | b'.' | b'/' => 4,
        b'a'..=b'z' | b'-' | b'_' => 3,
        b':' => 2,
        b'A'..=b'Z' | b'"' | b'\'' | b'(' | b')' => 1,
        _ => 0,
    }
}

/// A [`Literal`] that is made when the program is compiled.
macro_rules! literal {
    ($text:expr) => {
        const { $crate::text::Literal::new($text) }
    };
}
pub(crate) use literal;

/// The parts before and after the first such byte, which is ASCII. Short texts are split this way
/// more than once for each line that is read: it must be cheap.
pub(crate) fn split_at_byte(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = memchr::memchr(byte, text.as_bytes())?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// The first position of the text in the line.
pub(crate) fn find(line: &str, what: Literal) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut starts = memchr_iter(what.rarest, bytes).filter_map(|at| at.checked_sub(what.before));
    starts.find(|at| bytes[*at..].starts_with(what.text.as_bytes()))
}

/// The last position of the text in the line.
pub(crate) fn rfind(line: &str, what: Literal) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut starts = memrchr_iter(what.rarest, bytes).filter_map(|at| at.checked_sub(what.before));
    starts.find(|at| bytes[*at..].starts_with(what.text.as_bytes()))
}

/// Returns whether the text is in the line.
pub(crate) fn holds(line: &str, what: Literal) -> bool {
    find(line, what).is_some()
}

/// The parts before and after the first occurrence of the text.
pub(crate) fn split(line: &str, what: Literal) -> Option<(&str, &str)> {
    let at = find(line, what)?;
    Some((&line[..at], &line[at + what.text.len()..]))
}

/// The parts before and after the last occurrence of the text.
pub(crate) fn rsplit(line: &str, what: Literal) -> Option<(&str, &str)> {
    let at = rfind(line, what)?;
    Some((&line[..at], &line[at + what.text.len()..]))
}
