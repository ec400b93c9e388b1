//! From the bytes of a line to its text.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memrchr};

use super::{escape, prefix};

/// The text of a raw line: without its line end, escape sequences, what a carriage return
/// overwrote, and prefixes; invalid UTF-8 replaced. Borrowed when there was nothing to remove from
/// within.
pub(super) fn clean(raw: &[u8]) -> Cow<'_, str> {
    let line = trim_line_end(raw);
    // Most lines hold neither, and one look tells.
    if memchr2(escape::ESC, b'\r', line).is_none() {
        return text(line);
    }
    if memchr(escape::ESC, line).is_none() {
        return text(shown(line));
    }
    let plain = escape::strip(line);
    Cow::Owned(text(shown(trim_line_end(&plain))).into_owned())
}

fn trim_line_end(raw: &[u8]) -> &[u8] {
    let mut line = raw.strip_suffix(b"\n").unwrap_or(raw);
    while let Some(shorter) = line.strip_suffix(b"\r") {
        line = shorter;
    }
    line
}

/// What a terminal shows of a line that was drawn over with carriage returns.
fn shown(line: &[u8]) -> &[u8] {
    match memrchr(b'\r', line) {
        Some(at) => &line[at + 1..],
        None => line,
    }
}

fn text(line: &[u8]) -> Cow<'_, str> {
    // Checking is several times faster than looking for what to replace.
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(prefix::strip(text)),
        Err(_) => Cow::Owned(prefix::strip(&String::from_utf8_lossy(line)).to_owned()),
    }
}
