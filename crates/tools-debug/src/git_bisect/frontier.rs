//! The commits that may be the first bad one, and the choice of the next test.

use super::history::{Bits, History};
use super::relevance::Prior;

/// The result of a commit's test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Good,
    Bad,
    /// It cannot be tested: it fails in another way, or exits with code 125.
    Skip,
}

/// The knowledge so far.
pub(super) struct Frontier<'a> {
    history: &'a History,
    /// The commits that may be the first bad one.
    candidates: Bits,
    skipped: Vec<bool>,
    prior: Prior,
}

impl<'a> Frontier<'a> {
    pub(super) fn new(history: &'a History, prior: &Prior) -> Self {
        Self {
            history,
            candidates: history.all(),
            skipped: vec![false; history.len()],
            prior: prior.clone(),
        }
    }

    /// Sets the weights of the candidates.
    pub(super) fn expect(&mut self, prior: &Prior) {
        self.prior = prior.clone();
    }

    /// Returns whether a verdict leaves no commit that could be the first bad one.
    pub(super) fn contradicts(&self, commit: usize, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Good => self.share(commit) == self.whole(),
            Verdict::Bad => self.share(commit) == 0,
            Verdict::Skip => false,
        }
    }

    pub(super) fn learn(&mut self, commit: usize, verdict: Verdict) {
        if verdict == Verdict::Skip {
            self.skipped[commit] = true;
            return;
        }
        for candidate in self.candidates() {
            if self.history.contains(commit, candidate) != (verdict == Verdict::Bad) {
                self.candidates.remove(candidate);
            }
        }
    }

    /// The commits that may be the first bad one.
    pub(super) fn candidates(&self) -> Vec<usize> {
        (0..self.history.len())
            .filter(|commit| self.candidates.contains(*commit))
            .collect()
    }

    /// Returns whether testing a commit would still tell anything.
    pub(super) fn matters(&self, commit: usize) -> bool {
        let share = self.share(commit);
        !self.skipped[commit] && share > 0 && share < self.whole()
    }

    /// The commit that best divides the candidates, given that others are being tested: between
    /// those, the widest gap is halved; and with nothing running and `workers` to come, the first
    /// part is cut off, so that together they divide evenly.
    pub(super) fn next(&self, running: &[usize], workers: usize) -> Option<usize> {
        let mut marks: Vec<usize> = running.iter().map(|commit| self.share(*commit)).collect();
        marks.extend([0, self.whole()]);
        marks.sort_unstable();
        let gap = marks.windows(2).max_by_key(|pair| pair[1] - pair[0])?;
        let parts = if running.is_empty() { workers + 1 } else { 2 };
        // If commits weigh the same, a part is a number of them.
        let unit = self.prior.unit(&self.candidates);
        let goal = gap[0] + unit * even_part((gap[1] - gap[0]).div_ceil(unit), parts, workers);
        (0..self.history.len())
            .filter(|commit| !running.contains(commit) && self.matters(*commit))
            .min_by_key(|commit| self.share(*commit).abs_diff(goal))
    }

    /// The weight of the candidates that a commit contains.
    fn share(&self, commit: usize) -> usize {
        self.prior
            .common(&self.candidates, self.history.ancestors(commit))
    }

    /// The weight of all candidates.
    fn whole(&self) -> usize {
        self.prior.common(&self.candidates, &self.candidates)
    }
}

/// About one of so many parts of a whole. Among the sizes nearby it takes one that `workers` tests
/// at a time can divide without idle workers at the end: a tree whose every node has one branch
/// more than there are workers has one leaf more than a multiple of their number.
fn even_part(whole: usize, parts: usize, workers: usize) -> usize {
    let part = (whole / parts).max(1);
    let surplus = (part - 1) % workers.max(1);
    let larger = part + workers - surplus;
    match surplus {
        0 => part,
        _ if larger < whole => larger,
        _ => part - surplus,
    }
}
