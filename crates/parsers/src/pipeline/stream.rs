//! Cuts the stream into lines and finds the next one of interest.

use std::sync::Arc;
use std::vec::Drain;

use memchr::{memchr, memchr_iter, memrchr};
use unbreak_core::{Diagnostic, ExitState, OutputRange};

use super::clean::trim_line_end;
use super::edges::Edges;
use super::escape::ESC;
use super::plain::Plain;
use super::router::Router;
use super::{Effort, Parsed, Roster, fallback};

/// The number of bytes kept of a line. The rest up to the line end is skipped.
pub(super) const LINE_CAP: usize = 1024 * 1024;
/// The number of bytes that are shown at once of a line of a document that is longer.
const PART: usize = 256 * 1024;
/// The capacity for diagnostics that is kept.
const KEPT: usize = 2048;

/// An output that is being parsed.
pub struct Parse {
    router: Router,
    edges: Edges,
    /// The part that was not shown yet of a line whose end has not come; at most as long as its cap.
    carry: Vec<u8>,
    /// Whether that line is shown in parts.
    in_parts: bool,
    /// The lines that are being read, where they held escape sequences; kept to reuse its memory.
    plain: Plain,
    /// The start of the present line in the output.
    line_start: u64,
    bytes: u64,
    lines: u64,
}

impl Parse {
    pub(super) fn new(roster: Arc<Roster>) -> Self {
        Self {
            router: Router::new(roster),
            edges: Edges::default(),
            carry: Vec::new(),
            in_parts: false,
            plain: Plain::default(),
            line_start: 0,
            bytes: 0,
            lines: 0,
        }
    }

    /// The next bytes of the output. However they are cut, the result is the same.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.edges.feed(bytes);
        self.router.sink.shrink_to(KEPT);
        let rest = self.complete_line(bytes);
        let whole = memrchr(b'\n', rest).map_or(0, |at| at + 1);
        self.scan(&rest[..whole]);
        self.keep(&rest[whole..]);
        self.bytes += bytes.len() as u64;
    }

    /// The diagnostics found since the last call. Unread ones are dropped.
    pub fn take(&mut self) -> Drain<'_, Diagnostic> {
        self.router.sink.drain_diagnostics()
    }

    /// The effort of the parsers so far.
    pub fn effort(&self) -> Effort {
        self.router.effort
    }

    /// The end of the output of a command that ended with `exit`, when that is known.
    pub fn finish(mut self, exit: Option<ExitState>) -> Parsed {
        if self.line_start < self.bytes {
            self.end_line(self.bytes);
        }
        self.router.finish(self.bytes);
        let fallback = fallback::diagnostics(exit, self.router.found(), &self.edges);
        let mut sink = self.router.sink;
        let (mut diagnostics, problems) = sink.drain();
        diagnostics.extend(fallback);
        Parsed {
            diagnostics,
            problems,
            stopped_early: sink.has_stopped_early(),
            tail: self.edges.tail(),
            bytes: self.bytes,
            lines: self.lines,
        }
    }

    /// Ends the line that was begun by earlier chunks, if its end is here, and returns the rest.
    fn complete_line<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        if self.line_start == self.bytes {
            return bytes;
        }
        let Some(end) = memchr(b'\n', bytes) else {
            return bytes;
        };
        let (line, rest) = bytes.split_at(end + 1);
        self.keep(line);
        self.end_line(self.bytes + line.len() as u64);
        rest
    }

    /// Ends the line that was carried over.
    fn end_line(&mut self, end: u64) {
        let mut line = std::mem::take(&mut self.carry);
        if std::mem::take(&mut self.in_parts) {
            self.router.part(&String::from_utf8_lossy(trim_line_end(&line)));
            let range = self.next_range(end);
            self.router.end_parts(range);
        } else {
            let mut plain = std::mem::take(&mut self.plain);
            let text = if plain.fill(&line) { &plain.text } else { &line };
            self.whole_line(text, end);
            self.plain = plain;
        }
        line.clear();
        line.shrink_to(LINE_CAP);
        self.carry = line;
    }

    /// A line that ends at byte `end` of the output. No parser is shown it that would not have seen it within a
    /// buffer.
    fn whole_line(&mut self, line: &[u8], end: u64) {
        self.router.begin_buffer();
        if self.router.is_engaged() || self.router.find(line, 0, line.len()).is_some() {
            self.line(line, (0, line.len()), end);
        } else {
            self.pass_over(line, 1, end);
        }
    }

    /// Adds to the unfinished line, up to its cap, or shows it in parts.
    fn keep(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if !self.in_parts {
            rest = fill(&mut self.carry, bytes, LINE_CAP);
            if rest.is_empty() || !self.begin_parts() {
                return;
            }
        }
        while !rest.is_empty() {
            rest = fill(&mut self.carry, rest, PART);
            if self.carry.len() == PART {
                self.show_part();
            }
        }
    }

    /// Begins to show the line in parts, if it belongs to a document.
    fn begin_parts(&mut self) -> bool {
        if memchr(ESC, &self.carry).is_some() {
            return false;
        }
        let Some(prefix) = self.router.begin_parts(&self.carry, self.line_start) else {
            return false;
        };
        self.carry.drain(..prefix);
        self.in_parts = true;
        self.show_part();
        true
    }

    /// Shows what was carried over of a line, without a character whose end has not come.
    fn show_part(&mut self) {
        let last = self.carry.utf8_chunks().last();
        let unfinished = last.map_or(0, |chunk| chunk.invalid().len());
        let whole = self.carry.len() - unfinished;
        self.router.part(&String::from_utf8_lossy(&self.carry[..whole]));
        self.carry.drain(..whole);
    }

    /// Whole lines.
    fn scan(&mut self, lines: &[u8]) {
        let mut plain = std::mem::take(&mut self.plain);
        let start = self.line_start;
        if plain.fill(lines) {
            let text = std::mem::take(&mut plain.text);
            self.scan_plain(&text, |end| start + end as u64 + plain.removed_before(end));
            plain.text = text;
        } else {
            self.scan_plain(lines, |end| start + end as u64);
        }
        self.plain = plain;
    }

    /// Jumps from one line of interest to the next. Where a line ends in the buffer, `place` tells where it
    /// ends in the output.
    fn scan_plain(&mut self, buffer: &[u8], mut place: impl FnMut(usize) -> u64) {
        let mut at = 0;
        self.router.begin_buffer();
        while at < buffer.len() {
            if !self.router.is_engaged() {
                let start = self.next_of_interest(buffer, at);
                if start > at {
                    let count = memchr_iter(b'\n', &buffer[at..start]).count() as u64;
                    self.pass_over(&buffer[at..start], count, place(start));
                }
                at = start;
            }
            if at < buffer.len() {
                let end = line_end(buffer, at);
                if end - at > LINE_CAP {
                    self.keep(&buffer[at..end]);
                    self.end_line(place(end));
                    self.router.begin_buffer();
                } else {
                    self.line(buffer, (at, end), place(end));
                }
                at = end;
            }
        }
    }

    /// Start of the next line that holds a trigger.
    fn next_of_interest(&mut self, buffer: &[u8], from: usize) -> usize {
        let hit = self.router.find(buffer, from, buffer.len());
        hit.map_or(buffer.len(), |hit| line_start(buffer, from, hit))
    }

    /// Records that this many lines up to byte `end` of the output are not shown to any parser.
    fn pass_over(&mut self, lines: &[u8], count: u64, end: u64) {
        self.lines += count;
        self.line_start = end;
        self.router.skip(lines);
    }

    /// The range of the next line, which ends at byte `end` of the output.
    fn next_range(&mut self, end: u64) -> OutputRange {
        self.lines += 1;
        let start = std::mem::replace(&mut self.line_start, end);
        OutputRange { start, end }
    }

    /// Shows `buffer[from..to]`, which ends at byte `end` of the output.
    fn line(&mut self, buffer: &[u8], (from, to): (usize, usize), end: u64) {
        let range = self.next_range(end);
        self.router.line(buffer, (from, to.min(from + LINE_CAP)), range);
    }
}

/// Appends bytes up to `cap` and returns the rest.
fn fill<'b>(line: &mut Vec<u8>, bytes: &'b [u8], cap: usize) -> &'b [u8] {
    let room = cap.saturating_sub(line.len()).min(bytes.len());
    let (kept, rest) = bytes.split_at(room);
    line.extend_from_slice(kept);
    rest
}

/// Start of the line that byte `at` is in, not before `from`.
fn line_start(buffer: &[u8], from: usize, at: usize) -> usize {
    memrchr(b'\n', &buffer[from..at]).map_or(from, |found| from + found + 1)
}

/// First byte after the line that begins at `from`.
fn line_end(buffer: &[u8], from: usize) -> usize {
    memchr(b'\n', &buffer[from..]).map_or(buffer.len(), |found| from + found + 1)
}
