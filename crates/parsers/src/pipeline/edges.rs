//! The beginning and the end of an output, in bounded memory.

use unbreak_core::redact::tail;

use super::clean::clean_line;

const HEAD_BYTES: usize = 8 * 1024;
const TAIL_BYTES: usize = 8 * 1024;
/// Raw bytes kept for the tail: escape sequences and progress lines are much of some outputs.
const RAW_TAIL_BYTES: usize = 4 * TAIL_BYTES;

/// Keeps the first and the last few kilobytes.
#[derive(Default)]
pub(super) struct Edges {
    head: Vec<u8>,
    tail: Vec<u8>,
    /// Whether `tail` no longer begins at the beginning.
    cut: bool,
}

impl Edges {
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.feed_head(bytes);
        self.feed_tail(bytes);
    }

    /// The head begins with the first byte that is not blank.
    fn feed_head(&mut self, bytes: &[u8]) {
        let room = HEAD_BYTES - self.head.len();
        if room == 0 {
            return;
        }
        let bytes = if self.head.is_empty() {
            bytes.trim_ascii_start()
        } else {
            bytes
        };
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn feed_tail(&mut self, bytes: &[u8]) {
        let kept = &bytes[bytes.len().saturating_sub(RAW_TAIL_BYTES)..];
        if kept.len() < bytes.len() {
            self.tail.clear();
            self.cut = true;
        }
        self.tail.extend_from_slice(kept);
        if self.tail.len() > 2 * RAW_TAIL_BYTES {
            self.shrink_tail();
        }
    }

    fn shrink_tail(&mut self) {
        let surplus = self.tail.len().saturating_sub(RAW_TAIL_BYTES);
        self.tail.drain(..surplus);
        self.cut |= surplus > 0;
    }

    /// The beginning, cleaned, without blank space around it: at most `characters` characters.
    pub(super) fn head(&self, characters: usize) -> String {
        let text = clean_lines(&self.head);
        let text = text.trim();
        let end = text
            .char_indices()
            .nth(characters)
            .map_or(text.len(), |(at, _)| at);
        text[..end].to_owned()
    }

    /// The end, cleaned: whole lines where they fit into [`TAIL_BYTES`].
    pub(super) fn tail(&self) -> String {
        let surplus = self.tail.len().saturating_sub(RAW_TAIL_BYTES);
        let kept = &self.tail[surplus..];
        let cut = self.cut || surplus > 0;
        let whole = match memchr::memchr(b'\n', kept) {
            Some(at) if cut && at + 1 < kept.len() => &kept[at + 1..],
            _ => kept,
        };
        let mut text = clean_lines(whole);
        if text.len() > TAIL_BYTES {
            text = tail(&text, TAIL_BYTES).to_owned();
        }
        text
    }
}

fn clean_lines(raw: &[u8]) -> String {
    let lines: Vec<_> = raw.split(|byte| *byte == b'\n').map(clean_line).collect();
    lines.join("\n")
}
