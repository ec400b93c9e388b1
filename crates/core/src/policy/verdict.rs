//! "Strictly better", as a function (SPEC L2).
//!
//! A fix is judged by two runs of the user's command: before it and after it. It helped when the
//! diagnostics it was for are gone and it brought no new ones. The hard part is that most tools
//! stop early: a syntax error hides the rest of its file, a test reports its first failure only,
//! `pytest && ruff` never reaches ruff. Mending such an error *reveals* others, and that is
//! progress, not harm. So each new diagnostic is either **caused** (it stands where the fix wrote,
//! or nothing that was mended could have hidden it) or **revealed**.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, ErrorType};
use crate::line_map::{LineMap, Mapped};
use crate::signature::Fingerprint;

/// Two runs of the command with a change in between.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// Errors of the run before.
    pub before: &'a [Diagnostic],
    /// Errors of the run after.
    pub after: &'a [Diagnostic],
    /// Whether the command passed after.
    pub passes: bool,
    /// What the change did to lines.
    pub lines: &'a LineMap,
}

/// What a change did.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Whether the command passes.
    pub passes: bool,
    /// Indices into `before` of diagnostics that are gone.
    pub gone: BTreeSet<usize>,
    /// Indices into `after` of new diagnostics that something gone had hidden.
    pub revealed: Vec<usize>,
    /// Indices into `after` of new diagnostics that the change brought.
    pub caused: Vec<usize>,
}

impl Effect {
    /// Compares two runs.
    pub fn of(comparison: &Comparison<'_>) -> Self {
        if comparison.passes {
            let gone = (0..comparison.before.len()).collect();
            return Self {
                passes: true,
                gone,
                revealed: Vec::new(),
                caused: Vec::new(),
            };
        }
        let (gone, new) = comparison.match_up();
        let (revealed, caused) = new
            .into_iter()
            .partition(|&new| comparison.is_revealed(new, &gone));
        Self {
            passes: false,
            gone,
            revealed,
            caused,
        }
    }

    /// Whether a fix for these diagnostics (indices into `before`) made things strictly better,
    /// when it was the only change.
    pub fn is_better_for(&self, targets: &[usize]) -> bool {
        self.passes || (self.caused.is_empty() && self.resolves(targets))
    }

    /// Whether the diagnostics a fix was for are gone.
    pub fn resolves(&self, targets: &[usize]) -> bool {
        !targets.is_empty() && targets.iter().all(|target| self.gone.contains(target))
    }
}

impl Comparison<'_> {
    /// Pairs every diagnostic of before with the same one after: equal fingerprint, and the line
    /// that its line became. Gives those left over on either side.
    fn match_up(&self) -> (BTreeSet<usize>, Vec<usize>) {
        let keys: Vec<Fingerprint> = self.after.iter().map(Fingerprint::of).collect();
        let mut free: BTreeSet<usize> = (0..self.after.len()).collect();
        let mut gone = BTreeSet::new();
        for (index, old) in self.before.iter().enumerate() {
            let key = Fingerprint::of(old);
            let same = free
                .iter()
                .copied()
                .find(|&new| keys[new] == key && self.same_line(old, &self.after[new]));
            match same {
                Some(new) => {
                    free.remove(&new);
                }
                None => {
                    gone.insert(index);
                }
            }
        }
        (gone, free.into_iter().collect())
    }

    fn same_line(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let (Some(file), Some(old_line), Some(new_line)) = (old.file(), old.location.line, new.location.line)
        else {
            return true;
        };
        match self.lines.map(file, old_line) {
            Mapped::Moved(line) => line == new_line,
            Mapped::Touched => self.lines.touches_after(file, new_line),
        }
    }

    fn is_revealed(&self, new: usize, gone: &BTreeSet<usize>) -> bool {
        let new = &self.after[new];
        if gone.is_empty() || self.is_of_the_change(new) {
            return false;
        }
        let milder_than_all = gone.iter().all(|&old| new.severity < self.before[old].severity);
        milder_than_all
            || self.is_first_word_of_its_tool(new)
            || gone.iter().any(|&old| self.hid(&self.before[old], new, gone))
    }

    /// Whether it stands on a line that the change wrote and speaks of what was written there.
    fn is_of_the_change(&self, new: &Diagnostic) -> bool {
        let (Some(file), Some(line)) = (new.file(), new.location.line) else {
            return false;
        };
        let mut written = self.lines.replacements_at(file, line).peekable();
        if written.peek().is_none() {
            return false;
        }
        let named = quoted_names(&new.message);
        if named.is_empty() || new.error_type == ErrorType::Syntax {
            return true;
        }
        written.any(|text| words(text).any(|word| named.contains(word)))
    }

    /// `a && b`: tool b had not run before.
    fn is_first_word_of_its_tool(&self, new: &Diagnostic) -> bool {
        !new.parser.is_empty()
            && self
                .before
                .iter()
                .all(|old| old.parser != new.parser && stage(old) != stage(new))
    }

    /// Whether `new` could not have been reported while `old` was there.
    fn hid(&self, old: &Diagnostic, new: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        if stage(new) > stage(old) {
            return true;
        }
        if old.error_type == ErrorType::Lint || new.error_type == ErrorType::Lint {
            return false;
        }
        if old.test.is_some() || new.test.is_some() {
            return old.test == new.test || old.test.is_none();
        }
        match (old.error_type, new.error_type) {
            (ErrorType::Syntax, ErrorType::Syntax) => self.is_further_on(old, new),
            // A program without tests stops at its first exception.
            (ErrorType::Syntax | ErrorType::Import | ErrorType::Runtime | ErrorType::Assertion, _) => {
                stage(new) >= stage(old)
            }
            // Compilers and makefiles stop at the first file or phase that fails. But a change to a
            // name breaks whoever uses it.
            (ErrorType::Type | ErrorType::Build | ErrorType::Unknown, _) => {
                let got_further =
                    self.is_stage_clean(old, gone) || self.is_further_on(old, new) && self.stops_early(old);
                got_further && !self.speaks_of_the_change(new)
            }
            _ => false,
        }
    }

    /// Whether nothing is left of what was reported at a stage, so that the next phase was reached.
    fn is_stage_clean(&self, old: &Diagnostic, gone: &BTreeSet<usize>) -> bool {
        self.peers(old).all(|(index, _)| gone.contains(&index))
    }

    /// Whether all of a stage's errors were in one file: the tool may not have got to the others.
    fn stops_early(&self, old: &Diagnostic) -> bool {
        self.peers(old).all(|(_, peer)| peer.file() == old.file())
    }

    fn peers(&self, old: &Diagnostic) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let stage_of_old = stage(old);
        self.before
            .iter()
            .enumerate()
            .filter(move |(_, peer)| stage(peer) == stage_of_old)
    }

    /// Whether it names something that the change took away or put there.
    fn speaks_of_the_change(&self, new: &Diagnostic) -> bool {
        let named = quoted_names(&new.message);
        self.lines.changes().any(|(original, replacement)| {
            named
                .iter()
                .any(|name| mentions(original, name) != mentions(replacement, name))
        })
    }

    /// A parser reports a file's first error: one further down was hidden by it, one further up was not.
    fn is_further_on(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let (Some(file), Some(line)) = (old.file(), old.location.line) else {
            return true;
        };
        if new.file() != Some(file) {
            return true;
        }
        match (self.lines.map(file, line), new.location.line) {
            (Mapped::Moved(line), Some(new_line)) => new_line > line,
            (Mapped::Touched, Some(new_line)) => new_line >= line,
            (_, None) => false,
        }
    }
}

/// How far a program gets before it can report this.
fn stage(diagnostic: &Diagnostic) -> u8 {
    match diagnostic.error_type {
        ErrorType::Syntax => 0,
        ErrorType::Import => 1,
        ErrorType::Type | ErrorType::Build | ErrorType::Unknown => 2,
        ErrorType::Runtime | ErrorType::Timeout => 3,
        ErrorType::Assertion => 4,
        ErrorType::Lint => 5,
    }
}

/// The identifiers that a message puts in quotes.
fn quoted_names(message: &str) -> BTreeSet<&str> {
    let quotes = ['\'', '"', '`', '‘', '’'];
    message.split(quotes).skip(1).step_by(2).flat_map(words).collect()
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}
