//! The last few lines.

use memchr::{memchr_iter, memrchr_iter};
use unbreak_core::parser::History;

use super::clean::{clean_line, job};
use super::stream::LINE_CAP;

/// The lines before the present one.
#[derive(Default)]
pub(super) struct Past {
    history: History,
}

impl Past {
    /// Remembers raw lines (any number of them, each with its line end except perhaps the last).
    pub(super) fn skip(&mut self, raw: &[u8]) {
        let kept = last_lines(raw);
        if kept.len() < raw.len() {
            self.history.clear();
        }
        for line in lines(kept) {
            self.history
                .push_raw(&line[..line.len().min(LINE_CAP)], clean_line);
        }
    }

    /// Remembers a line that is clean already.
    pub(super) fn push(&mut self, line: &str) {
        self.history.push(line);
    }

    /// The lines as parsers see them.
    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// The lines of this job among the skipped ones.
    pub(super) fn of(&self, name: u64) -> Self {
        Self {
            history: self.history.select(|line| job(line) == name),
        }
    }

    /// Returns whether the last line, which was skipped, belongs to a job.
    pub(super) fn ends_with_job(&self) -> bool {
        self.history.raw(1).is_some_and(|line| job(line) != 0)
    }

    /// Replaces the lines, and returns them.
    pub(super) fn replace(&mut self, history: History) -> History {
        std::mem::replace(&mut self.history, history)
    }

    /// Goes back to an earlier moment.
    pub(super) fn restore(&mut self, history: History) {
        self.history = history;
    }
}

/// The lines, without their line ends.
pub(super) fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let unfinished = (!raw.is_empty() && !raw.ends_with(b"\n")).then_some(raw.len());
    memchr_iter(b'\n', raw).chain(unfinished).map(move |end| {
        let line = &raw[start..end];
        start = end + 1;
        line
    })
}

/// The end of `raw` that holds as many lines as a history does.
fn last_lines(raw: &[u8]) -> &[u8] {
    let body = raw.strip_suffix(b"\n").unwrap_or(raw);
    match memrchr_iter(b'\n', body).nth(History::CAPACITY - 1) {
        Some(at) => &raw[at + 1..],
        None => raw,
    }
}
