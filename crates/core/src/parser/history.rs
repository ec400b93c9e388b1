//! The lines before the present one.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::OnceLock;

/// Makes text from the bytes of a line.
pub type Clean = fn(&[u8]) -> Cow<'_, str>;

/// The last few lines, for formats that name the file on a line of its own.
///
/// Remembering a line costs a copy of its bytes. Most lines are never looked at again, so a line that was
/// [pushed raw](Self::push_raw) is cleaned only when it is read.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The bytes of all lines one after another, with forgotten lines at the beginning.
    bytes: Vec<u8>,
    lines: VecDeque<Remembered>,
}

/// The place of a line in the bytes.
#[derive(Debug, Clone)]
struct Remembered {
    start: usize,
    end: usize,
    /// Makes its text, if it is raw.
    clean: Option<Clean>,
    cleaned: OnceLock<Box<str>>,
}

impl History {
    /// The number of lines that are remembered.
    pub const CAPACITY: usize = 8;
    /// The number of further lines that are kept, so that [`before`](Self::before) can restore displaced
    /// lines.
    pub const SLACK: usize = 8;
    /// No further lines are kept if they are longer than this together.
    const SLACK_BYTES: usize = 64 * 1024;

    /// Remembers a line.
    pub fn push(&mut self, line: impl AsRef<str>) {
        self.remember(line.as_ref().as_bytes(), None);
    }

    /// Remembers a line whose text `clean` makes.
    pub fn push_raw(&mut self, line: &[u8], clean: Clean) {
        self.remember(line, Some(clean));
    }

    /// The history as it was before the last `lines` lines. Lines that these displaced come back, unless they
    /// were long or more than eight.
    #[must_use]
    pub fn before(&self, lines: usize) -> Self {
        let kept = self.lines.len().saturating_sub(lines);
        let mut before = Self::default();
        for line in self.lines.range(..kept) {
            before.remember(&self.bytes[line.start..line.end], line.clean);
        }
        before
    }

    /// The history with only those lines pushed raw for which `keep` returns true.
    #[must_use]
    pub fn select(&self, keep: impl Fn(&[u8]) -> bool) -> Self {
        let mut selected = Self::default();
        let first = self.lines.len().saturating_sub(Self::CAPACITY);
        for line in self.lines.range(first..) {
            let bytes = &self.bytes[line.start..line.end];
            if line.clean.is_some() && keep(bytes) {
                selected.remember(bytes, line.clean);
            }
        }
        selected
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.bytes.clear();
    }

    /// The `n`-th last line, from 1.
    pub fn back(&self, n: usize) -> Option<&str> {
        if n > Self::CAPACITY {
            return None;
        }
        let line = self.lines.get(self.lines.len().checked_sub(n)?)?;
        let bytes = &self.bytes[line.start..line.end];
        match line.clean {
            Some(clean) => Some(line.cleaned.get_or_init(|| clean(bytes).into())),
            None => std::str::from_utf8(bytes).ok(),
        }
    }

    /// The bytes of the `n`-th last line, from 1, as they were pushed.
    pub fn raw(&self, n: usize) -> Option<&[u8]> {
        let line = self.lines.get(self.lines.len().checked_sub(n)?)?;
        Some(&self.bytes[line.start..line.end])
    }

    fn remember(&mut self, line: &[u8], clean: Option<Clean>) {
        self.forget();
        let start = self.bytes.len();
        self.bytes.extend_from_slice(line);
        self.lines.push_back(Remembered {
            start,
            end: self.bytes.len(),
            clean,
            cleaned: OnceLock::new(),
        });
    }

    /// Makes room for a line.
    fn forget(&mut self) {
        while self.lines.len() >= Self::CAPACITY + Self::SLACK
            || self.lines.len() >= Self::CAPACITY && self.held() > Self::SLACK_BYTES
        {
            self.lines.pop_front();
        }
        // The bytes of forgotten lines are dropped once they outnumber the others, so that each byte is moved
        // only once.
        let gone = self.lines.front().map_or(self.bytes.len(), |line| line.start);
        if gone > self.held().max(Self::SLACK_BYTES / 8) {
            self.bytes.drain(..gone);
            self.bytes.shrink_to(Self::SLACK_BYTES);
            for line in &mut self.lines {
                line.start -= gone;
                line.end -= gone;
            }
        }
    }

    /// Bytes of the lines that are kept.
    fn held(&self) -> usize {
        let first = self.lines.front();
        first.map_or(0, |line| self.bytes.len() - line.start)
    }
}
