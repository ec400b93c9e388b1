//! Terminal escape sequences (ECMA-48; OSC 8 hyperlinks; Buildkite's APC timestamps).

use memchr::{memchr, memchr2};

/// The byte that begins every escape sequence.
pub(super) const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;

/// The text without its escape sequences. An unfinished sequence loses its introducer only.
pub(crate) fn strip(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    strip_into(text, &mut plain);
    plain
}

/// Adds the text without its escape sequences.
pub(super) fn strip_into(text: &[u8], plain: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = memchr(ESC, rest) {
        plain.extend_from_slice(&rest[..at]);
        rest = &rest[at + sequence_length(&rest[at..])..];
    }
    plain.extend_from_slice(rest);
}

/// Length of the sequence that `text`, whose first byte is ESC, begins with.
fn sequence_length(text: &[u8]) -> usize {
    match text.get(1) {
        Some(b'[') => control_length(text),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => string_length(text),
        Some(b' '..=b'/') => intermediate_length(text),
        Some(b'0'..=b'~') => 2,
        _ => 1,
    }
}

/// `ESC [`, parameters, intermediates, one final byte.
fn control_length(text: &[u8]) -> usize {
    let body = text[2..]
        .iter()
        .take_while(|byte| matches!(byte, b' '..=b'?'))
        .count();
    match text.get(2 + body) {
        Some(b'@'..=b'~') => 3 + body,
        _ => 2 + body,
    }
}

/// `ESC ]` and the like, up to BEL or `ESC \`.
fn string_length(text: &[u8]) -> usize {
    let Some(end) = memchr2(BEL, ESC, &text[2..]).map(|at| at + 2) else {
        return 2;
    };
    match (text[end], text.get(end + 1)) {
        (BEL, _) => end + 1,
        (_, Some(b'\\')) => end + 2,
        _ => 2,
    }
}

/// `ESC ( B` and the like: intermediates and one final byte.
fn intermediate_length(text: &[u8]) -> usize {
    let body = text[1..]
        .iter()
        .take_while(|byte| matches!(byte, b' '..=b'/'))
        .count();
    (2 + body).min(text.len())
}
