//! Turns the bytes of a line into text.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memrchr};

use super::{escape, prefix};

/// The text of a raw line: without its line end, escape sequences, text that a carriage return
/// overwrote, and prefixes; invalid UTF-8 replaced. Borrowed when nothing had to be removed from
/// within. Also returns the job that a prefix names: a hash, or 0.
pub(super) fn clean(raw: &[u8]) -> (Cow<'_, str>, u64) {
    let line = trim_line_end(raw);
    // Most lines hold neither, and one look tells.
    if memchr2(escape::ESC, b'\r', line).is_none() {
        return text(line);
    }
    if memchr(escape::ESC, line).is_none() {
        return text(shown(line));
    }
    let plain = escape::strip(line);
    let (text, job) = text(shown(trim_line_end(&plain)));
    (Cow::Owned(text.into_owned()), job)
}

/// The text alone.
pub(super) fn clean_line(raw: &[u8]) -> Cow<'_, str> {
    clean(raw).0
}

/// The job alone.
pub(super) fn job(raw: &[u8]) -> u64 {
    /// The greatest length of a prefix.
    const LONGEST: usize = 512;
    clean(&raw[..raw.len().min(LONGEST)]).1
}

pub(super) fn trim_line_end(raw: &[u8]) -> &[u8] {
    let mut line = raw.strip_suffix(b"\n").unwrap_or(raw);
    while let Some(shorter) = line.strip_suffix(b"\r") {
        line = shorter;
    }
    line
}

/// The visible text of a line that was overwritten with carriage returns.
fn shown(line: &[u8]) -> &[u8] {
    match memrchr(b'\r', line) {
        Some(at) => &line[at + 1..],
        None => line,
    }
}

fn text(line: &[u8]) -> (Cow<'_, str>, u64) {
    // Checking is several times faster than looking for what to replace.
    match std::str::from_utf8(line) {
        Ok(text) => {
            let (text, job) = prefix::strip(text);
            (Cow::Borrowed(text), job)
        }
        Err(_) => {
            let text = String::from_utf8_lossy(line);
            let (text, job) = prefix::strip(&text);
            (Cow::Owned(text.to_owned()), job)
        }
    }
}
