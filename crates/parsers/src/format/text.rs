//! Searching lines for short texts.
//!
//! The standard library prepares tables for each search, which is worth it in a long text. A line is over
//! before they are made, and is searched for dozens of texts.

use memchr::{memchr_iter, memrchr_iter};

/// Where the text first stands in the line. What is looked for is not empty.
pub(crate) fn find(line: &str, what: &str) -> Option<usize> {
    let (byte, before) = pivot(what);
    let bytes = line.as_bytes();
    let mut starts = memchr_iter(byte, bytes).filter_map(|at| at.checked_sub(before));
    starts.find(|at| bytes[*at..].starts_with(what.as_bytes()))
}

/// Where the text last stands in the line.
pub(crate) fn rfind(line: &str, what: &str) -> Option<usize> {
    let (byte, before) = pivot(what);
    let bytes = line.as_bytes();
    let mut starts = memrchr_iter(byte, bytes).filter_map(|at| at.checked_sub(before));
    starts.find(|at| bytes[*at..].starts_with(what.as_bytes()))
}

/// Whether the text stands in the line.
pub(crate) fn holds(line: &str, what: &str) -> bool {
    find(line, what).is_some()
}

/// What stands before and after the text where it first stands.
pub(crate) fn split<'a>(line: &'a str, what: &str) -> Option<(&'a str, &'a str)> {
    let at = find(line, what)?;
    Some((&line[..at], &line[at + what.len()..]))
}

/// What stands before and after the text where it last stands.
pub(crate) fn rsplit<'a>(line: &'a str, what: &str) -> Option<(&'a str, &'a str)> {
    let at = rfind(line, what)?;
    Some((&line[..at], &line[at + what.len()..]))
}

/// The byte that is looked for, and how many stand before it: blanks are everywhere, letters nearly so.
fn pivot(what: &str) -> (u8, usize) {
    let bytes = what.as_bytes();
    let rare = |byte: &u8| byte.is_ascii_punctuation();
    let at = bytes.iter().position(rare);
    let at = at.or_else(|| bytes.iter().position(|byte| *byte != b' '));
    let at = at.unwrap_or_default();
    (bytes[at], at)
}
