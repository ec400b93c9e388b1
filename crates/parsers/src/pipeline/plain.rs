//! Whole lines without their escape sequences, and where each of them ends in the output.

use memchr::{memchr, memrchr};

use super::clean::trim_line_end;
use super::escape::{self, ESC};
use super::stream::LINE_CAP;

/// Lines that held escape sequences. One search for triggers then does for all of them.
#[derive(Default)]
pub(super) struct Plain {
    pub(super) text: Vec<u8>,
    /// For each shortened line its end in the text, and by how much the text is shorter than the
    /// output up to there.
    removed: Vec<(usize, u64)>,
    /// The entry that counts for the next line.
    next: usize,
}

impl Plain {
    /// Begins with other lines; `false` when they contain no escape sequence, so that they can be read as
    /// they are.
    pub(super) fn fill(&mut self, lines: &[u8]) -> bool {
        self.text.clear();
        self.removed.clear();
        self.next = 0;
        let mut from = 0;
        while let Some(found) = memchr(ESC, &lines[from..]) {
            let at = from + found;
            let start = memrchr(b'\n', &lines[from..at]).map_or(from, |found| from + found + 1);
            let end = memchr(b'\n', &lines[at..]).map_or(lines.len(), |found| at + found + 1);
            self.text.extend_from_slice(&lines[from..start]);
            self.shorten(&lines[start..end]);
            self.removed
                .push((self.text.len(), (end - self.text.len()) as u64));
            from = end;
        }
        if from > 0 {
            self.text.extend_from_slice(&lines[from..]);
        }
        from > 0
    }

    /// Adds a line without its escape sequences. What comes after its cap is left out.
    fn shorten(&mut self, line: &[u8]) {
        let body = trim_line_end(line);
        let start = &body[..body.len().min(LINE_CAP)];
        // A long line of a document is shown in parts, whatever comes after its start.
        if memchr(ESC, start).is_none() {
            return self.text.extend_from_slice(line);
        }
        escape::strip_into(start, &mut self.text);
        self.text.extend_from_slice(&line[body.len()..]);
    }

    /// The number of bytes removed from the lines before byte `end` of the text, where a line ends.
    /// `end` never decreases.
    pub(super) fn removed_before(&mut self, end: usize) -> u64 {
        let passed = self.removed[self.next..].iter().take_while(|(at, _)| *at <= end);
        self.next += passed.count();
        self.next.checked_sub(1).map_or(0, |last| self.removed[last].1)
    }
}
