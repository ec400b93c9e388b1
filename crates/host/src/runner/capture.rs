//! Output kept in bounded memory.

use std::collections::VecDeque;

/// Keeps the first and the last bytes of a stream: errors are at either end.
#[derive(Debug)]
pub(super) struct HeadTail {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// The number of discarded bytes between the two.
    dropped: u64,
    half: usize,
}

/// The bytes kept of each stream: half from its beginning, half from its end.
const KEPT: usize = 16 << 20;

impl Default for HeadTail {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

impl HeadTail {
    fn keeping(kept: usize) -> Self {
        Self {
            head: Vec::new(),
            tail: VecDeque::new(),
            dropped: 0,
            half: kept / 2,
        }
    }

    /// Takes the next bytes of the stream.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = (self.half - self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let excess = self.tail.len().saturating_sub(self.half);
        self.tail.drain(..excess);
        self.dropped += excess as u64;
    }

    /// Returns whether any bytes were discarded.
    pub(super) fn is_truncated(&self) -> bool {
        self.dropped > 0
    }

    /// The kept bytes, with a line in place of the discarded ones.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = self.head;
        if self.dropped > 0 {
            bytes.extend_from_slice(format!("\n[... {} bytes left out ...]\n", self.dropped).as_bytes());
        }
        let (front, back) = self.tail.as_slices();
        bytes.extend_from_slice(front);
        bytes.extend_from_slice(back);
        bytes
    }
}
