//! "Strictly better", as a function: [`decide`] is the only place that accepts or refuses a tried change.
//!
//! A fix is judged by two runs of the user's command: before it and after it. It helped if the diagnostics it
//! was for are gone and it brought no new ones. The difficulty is that most tools stop early: a syntax error
//! hides the rest of its file, a test reports its first failure only, `pytest && ruff` never reaches ruff.
//! Fixing such an error *reveals* others, which is progress, not harm. So each new diagnostic is either
//! **caused** (it stands where the fix wrote, or nothing that was fixed could have hidden it) or
//! **revealed**.
//!
//! If two runs leave the question open, a fix has to show that it helped. An assertion that fails with other
//! values is still the same failure, and a failure of a test that failed nowhere before is harm, unless the
//! run before is known to have stopped before it reached all tests.

mod decide;
mod observation;
mod origin;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, ErrorType, Location};
use crate::line_map::{LineMap, Mapped};
use crate::signature::{Fingerprint, normalise};

pub use self::decide::{Attempt, Verdict, decide};
pub use self::observation::{Observation, Work};

/// Two runs of the command with a change in between.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// Errors of the run before.
    pub before: &'a [Diagnostic],
    /// Errors of the run after.
    pub after: &'a [Diagnostic],
    /// Whether the command passed after the change.
    pub passes: bool,
    /// Whether the run before stopped at a failure and left tests untried (`pytest -x`).
    pub stopped_early: bool,
    /// The numbers of tests that the runs before and after tried, if both say so.
    pub tests: Option<(u64, u64)>,
    /// The lines that the change moved or edited.
    pub lines: &'a LineMap,
}

/// The effect of a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Whether the command passes.
    pub passes: bool,
    /// Indices into `before` of diagnostics that are gone.
    pub gone: BTreeSet<usize>,
    /// Indices into `after` of new diagnostics that had been hidden by one that is gone.
    pub revealed: Vec<usize>,
    /// Indices into `after` of new diagnostics that the change caused.
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

    /// Says that `targets` are gone, instead of other diagnostics of `before` that say the same of the same line: which
    /// of several is gone cannot be seen.
    fn credit(&mut self, before: &[Diagnostic], targets: &BTreeSet<usize>) {
        let place = |it: &Diagnostic| (it.location.file.clone(), it.location.line, Fingerprint::of(it));
        let mut others: Vec<usize> = self.gone.difference(targets).copied().collect();
        for target in targets.difference(&self.gone.clone()) {
            let wanted = place(&before[*target]);
            let is_same = |&other: &usize| wanted.1.is_some() && place(&before[other]) == wanted;
            if let Some(at) = others.iter().position(is_same) {
                self.gone.remove(&others.swap_remove(at));
                self.gone.insert(*target);
            }
        }
    }

    /// Returns whether the diagnostics a fix was for are gone.
    pub fn resolves(&self, targets: &[usize]) -> bool {
        !targets.is_empty() && targets.iter().all(|target| self.gone.contains(target))
    }
}

impl Comparison<'_> {
    /// Pairs every diagnostic before with the same one after. Returns the unpaired ones of both sides.
    fn match_up(&self) -> (BTreeSet<usize>, Vec<usize>) {
        let mut gone: BTreeSet<usize> = (0..self.before.len()).collect();
        let mut free: BTreeSet<usize> = (0..self.after.len()).collect();
        self.pair(&mut gone, &mut free, Fingerprint::of, Self::is_same_place);
        let subject = |it: &Diagnostic| (it.error_type, it.test.clone(), it.location.file.clone());
        self.pair(&mut gone, &mut free, subject, Self::is_same_inwardly);
        let repeated = self.repeated(&free);
        (gone, free.difference(&repeated).copied().collect())
    }

    /// The new diagnostics that only repeat an earlier one at the same place: some tools check a file once for each
    /// target, and print a finding of two targets once or twice depending on what else they print.
    fn repeated(&self, new: &BTreeSet<usize>) -> BTreeSet<usize> {
        let place = |it: &Location, line: u32| Some((it.file.clone()?, line, it.column?));
        let mut known = BTreeSet::new();
        for old in self.before {
            let line = old.location.line.zip(old.location.file.as_deref());
            let moved = line.and_then(|(line, file)| self.lines.moved(file, line));
            if let Some(place) = moved.and_then(|line| place(&old.location, line)) {
                known.insert((place, Fingerprint::of(old)));
            }
        }
        let is_known = |&&index: &&usize| {
            let new = &self.after[index];
            let place = new.location.line.and_then(|line| place(&new.location, line));
            place.is_some_and(|place| known.contains(&(place, Fingerprint::of(new))))
        };
        new.iter().filter(is_known).copied().collect()
    }

    /// Removes the diagnostics that are the same on both sides. Only diagnostics with equal keys are
    /// compared, so that a thousand findings do not take a million comparisons.
    fn pair<K: Ord>(
        &self,
        gone: &mut BTreeSet<usize>,
        free: &mut BTreeSet<usize>,
        key: impl Fn(&Diagnostic) -> K,
        is_same: impl Fn(&Self, &Diagnostic, &Diagnostic) -> bool,
    ) {
        let mut by_key: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for &new in free.iter() {
            by_key.entry(key(&self.after[new])).or_default().push(new);
        }
        gone.retain(|&index| {
            let old = &self.before[index];
            let Some(alike) = by_key.get_mut(&key(old)) else {
                return true;
            };
            let same = alike.iter().position(|&new| is_same(self, old, &self.after[new]));
            same.is_none_or(|at| !free.remove(&alike.remove(at)))
        });
    }

    fn is_same_place(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        self.is_same_line(&old.location, &new.location)
    }

    /// Returns whether two different messages may report the same failure: an assertion that fails with other values,
    /// a finding with other numbers, unrecognised output.
    fn is_same_inwardly(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        match old.error_type {
            ErrorType::Unknown => old.file().is_none(),
            ErrorType::Assertion if old.location.line.is_none() => {
                normalise(&old.message) == normalise(&new.message)
            }
            ErrorType::Assertion => self.is_same_stack(old, new),
            // A line is still too long, a function has still too many branches.
            ErrorType::Lint => {
                old.code == new.code
                    && self.is_same_line(&old.location, &new.location)
                    && normalise(&old.message) == normalise(&new.message)
            }
            _ => false,
        }
    }

    fn is_same_stack(&self, old: &Diagnostic, new: &Diagnostic) -> bool {
        let frames = old.frames.iter().zip(&new.frames);
        old.frames.len() == new.frames.len()
            && self.is_same_line(&old.location, &new.location)
            && frames.into_iter().all(|(old, new)| {
                old.location.file == new.location.file && self.is_same_line(&old.location, &new.location)
            })
    }

    /// Returns whether a line became the other; a place without a line matches any.
    fn is_same_line(&self, old: &Location, new: &Location) -> bool {
        let (Some(file), Some(old_line), Some(new_line)) = (&old.file, old.line, new.line) else {
            return true;
        };
        match self.lines.map(file, old_line) {
            Mapped::Moved(line) => line == new_line,
            Mapped::Touched => self.lines.touches_after(file, new_line),
        }
    }
}
