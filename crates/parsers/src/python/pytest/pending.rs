//! Failures that wait for the name of their test: reports come first, the summary with the exact
//! names last.

use rustc_hash::FxHashMap;
use unbreak_core::{Diagnostic, Location, Sink};

use super::heading::{Heading, key};
use super::summary::{Item, is_sum_of_subtests};

/// The number of failures that wait before they are emitted with the best guess at their names.
const WAITING: usize = 256;
/// The number of remembered lines of the summary, and of names from progress lines.
const NAMES: usize = 10_000;

/// The failures of a test session that were read and not emitted yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    failures: Vec<Failure>,
    items: Vec<Keyed<Item>>,
    names: Vec<Keyed<String>>,
    /// Reports that are nothing but a message, by their headings. The summary cuts them, or there is none
    /// (`-r`).
    told: Vec<(Heading, Diagnostic)>,
    /// The headings of failures that were emitted before the summary, which names them again.
    early: FxHashMap<String, usize>,
}

/// Data about a test, by pytest's heading of the test's report.
#[derive(Debug)]
struct Keyed<T> {
    key: String,
    about: T,
}

/// A report without the full name of its test.
#[derive(Debug)]
pub(super) struct Failure {
    /// Its heading; `--tb=line` prints none.
    pub(super) heading: Option<Heading>,
    /// The full name, where the report gives it.
    pub(super) node: Option<String>,
    /// The file of its outermost place.
    pub(super) first_file: Option<String>,
    /// The diagnostic as far as it is known.
    pub(super) diagnostic: Diagnostic,
}

impl Pending {
    /// Adds a report.
    pub(super) fn push(&mut self, failure: Failure, sink: &mut Sink) {
        self.failures.push(failure);
        if self.failures.len() > WAITING {
            let headings = self
                .failures
                .iter()
                .filter_map(|failure| failure.heading.as_ref());
            for key in headings.map(Heading::key) {
                *self.early.entry(key.to_owned()).or_default() += 1;
            }
            self.emit_failures(sink);
        }
    }

    /// Adds a line of the summary.
    pub(super) fn push_item(&mut self, item: Item, sink: &mut Sink) {
        if is_sum_of_subtests(&item.message) {
            return;
        }
        let key = key(&item.node);
        if let Some(told) = self.early.get_mut(&key).filter(|told| **told > 0) {
            *told -= 1;
            return;
        }
        if self.items.len() == NAMES {
            self.flush(sink);
        }
        self.items.push(Keyed { key, about: item });
    }

    /// Returns whether lines of a summary wait: later reports belong to another session.
    pub(super) fn is_summed_up(&self) -> bool {
        !self.items.is_empty()
    }

    /// Returns whether the line belongs to the message of a report.
    pub(super) fn quotes(&self, line: &str) -> bool {
        let line = line.trim();
        let is_in = |text: &str| text.lines().any(|said| said.trim() == line);
        let said = |failure: &Failure| {
            let diagnostic = &failure.diagnostic;
            is_in(&diagnostic.message) || diagnostic.notes.iter().any(|note| is_in(&note.message))
        };
        self.is_summed_up() && (line.is_empty() || self.failures.iter().any(said))
    }

    /// Remembers a name from a progress line.
    pub(super) fn push_name(&mut self, node: &str) {
        if self.names.len() < NAMES {
            self.names.push(Keyed {
                key: key(node),
                about: node.to_owned(),
            });
        }
    }

    /// Remembers a report without a traceback.
    pub(super) fn push_told(&mut self, heading: Heading, diagnostic: Diagnostic) {
        let is_new = !diagnostic.message.is_empty() && !is_sum_of_subtests(&diagnostic.message);
        if is_new && self.told.len() < NAMES {
            self.told.push((heading, diagnostic));
        }
    }

    /// Emits everything: the session is over.
    pub(super) fn flush(&mut self, sink: &mut Sink) {
        self.emit_failures(sink);
        let mut told = std::mem::take(&mut self.told);
        for Keyed { key, about } in self.items.drain(..) {
            let is_silent = about.message.is_empty();
            let mut diagnostic = about.into_diagnostic();
            let cut = diagnostic.message.strip_suffix("...").filter(|_| !is_silent);
            let is_whole = |text: &str| is_silent || cut.is_some_and(|cut| text.starts_with(cut));
            let mut reports = told.iter().filter(|(heading, _)| heading.key() == key);
            if let Some((_, whole)) = reports.find(|(_, whole)| is_whole(&whole.message)) {
                diagnostic.message.clone_from(&whole.message);
            }
            told.retain(|(heading, _)| heading.key() != key);
            sink.emit(diagnostic);
        }
        for (heading, mut diagnostic) in told {
            if let Some(name) = self.names.iter().find(|name| name.key == heading.key()) {
                let file = name.about.split("::").next().unwrap_or_default();
                diagnostic.location = Location::file(file);
                diagnostic.test = Some(name.about.clone());
            }
            sink.emit(diagnostic);
        }
        self.names.clear();
        self.early.clear();
    }

    fn emit_failures(&mut self, sink: &mut Sink) {
        for failure in std::mem::take(&mut self.failures) {
            let test = self.name_of(&failure);
            let mut diagnostic = failure.diagnostic;
            if let (None, Some(test)) = (&diagnostic.location.file, &test) {
                // `--tb=line` prints no place for errors in fixtures.
                diagnostic.location.file = test.split("::").next().map(str::to_owned);
            }
            diagnostic.test = test;
            sink.emit(diagnostic);
        }
    }

    /// The exact name where one was printed, otherwise the one that heading and place suggest.
    fn name_of(&mut self, failure: &Failure) -> Option<String> {
        if let Some(node) = &failure.node {
            self.items.retain(|item| item.about.node != *node);
            return Some(node.clone());
        }
        let quoted = || self.items.iter().position(|item| failure.says(&item.about));
        let item = failure.best(&self.items, |item| &item.node).or_else(quoted);
        if let Some(index) = item {
            return Some(self.items.remove(index).about.node);
        }
        match failure.best(&self.names, |name| name) {
            Some(index) => Some(self.names.remove(index).about),
            None => failure.guess(),
        }
    }
}

impl Failure {
    /// The first of the candidates that belongs to it; one in a file of its stack is preferred.
    fn best<T>(&self, candidates: &[Keyed<T>], node: impl Fn(&T) -> &str) -> Option<usize> {
        let heading = self.heading.as_ref()?.key();
        let mut first = None;
        for (index, candidate) in candidates.iter().enumerate() {
            if candidate.key == heading {
                if self.passes_through(node(&candidate.about)) {
                    return Some(index);
                }
                first.get_or_insert(index);
            }
        }
        first
    }

    /// Returns whether its stack passes through the file of the test.
    fn passes_through(&self, node: &str) -> bool {
        let file = node.split("::").next().unwrap_or(node);
        let mut files = self
            .diagnostic
            .frames
            .iter()
            .filter_map(|frame| frame.location.file.as_deref());
        files.any(|place| place.ends_with(file))
    }

    /// Returns whether a line of the summary quotes it (used where no heading names the test).
    fn says(&self, item: &Item) -> bool {
        let quoted = item.message.trim_end_matches("...");
        let text = match &self.diagnostic.code {
            Some(class) => format!("{class}: {}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        };
        let quotes = text.starts_with(quoted) || self.diagnostic.message.starts_with(quoted);
        self.heading.is_none() && !quoted.is_empty() && quotes
    }

    fn guess(&self) -> Option<String> {
        self.heading.as_ref()?.guess(self.first_file.as_deref())
    }
}
