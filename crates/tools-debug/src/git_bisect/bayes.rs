//! The search when the failure is not certain: every commit has a probability of being the first
//! bad one, and each run moves all of them.
//!
//! How often bad and good commits fail is not known; it is integrated over, not estimated, because
//! an estimate from few runs is too sure of itself.

use super::history::History;

/// How often a bad commit fails: anything is as likely as anything else.
const BAD_PRIOR: (f64, f64) = (1.0, 1.0);
/// How often a good one does: seldom.
const GOOD_PRIOR: (f64, f64) = (1.0, 19.0);

/// Runs that failed in the way looked for, and runs that passed, of each commit.
#[derive(Debug, Clone)]
pub(super) struct Beliefs<'a> {
    history: &'a History,
    failed: Vec<u32>,
    passed: Vec<u32>,
    untestable: Vec<bool>,
    /// The same of the good commit that the search began with.
    good: (u32, u32),
}

impl<'a> Beliefs<'a> {
    pub(super) fn new(history: &'a History) -> Self {
        Self {
            history,
            failed: vec![0; history.len()],
            passed: vec![0; history.len()],
            untestable: vec![false; history.len()],
            good: (0, 0),
        }
    }

    /// Of a commit, or of the good one.
    pub(super) fn learn(&mut self, commit: Option<usize>, failed: bool) {
        let count = match (commit, failed) {
            (Some(commit), true) => &mut self.failed[commit],
            (Some(commit), false) => &mut self.passed[commit],
            (None, true) => &mut self.good.0,
            (None, false) => &mut self.good.1,
        };
        *count += 1;
    }

    /// The commits that have been run.
    fn tested(&self) -> impl Iterator<Item = usize> {
        (0..self.history.len()).filter(|commit| self.failed[*commit] + self.passed[*commit] > 0)
    }

    /// What is thought of the rates before any commit in between is looked at.
    fn priors(&self) -> ((f64, f64), (f64, f64)) {
        let (failed, passed) = self.good;
        let good = (GOOD_PRIOR.0 + f64::from(failed), GOOD_PRIOR.1 + f64::from(passed));
        (BAD_PRIOR, good)
    }

    pub(super) fn skip(&mut self, commit: usize) {
        self.untestable[commit] = true;
    }

    /// How likely each commit is the first bad one.
    pub(super) fn posterior(&self) -> Vec<f64> {
        let evidence: Vec<f64> = (0..self.history.len())
            .map(|first| self.evidence(first))
            .collect();
        let most = evidence.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = evidence.iter().map(|evidence| (evidence - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    /// The commits whose next run tells most, the best first.
    pub(super) fn next(&self, posterior: &[f64]) -> Vec<usize> {
        let (bad, good) = self.rates(posterior);
        let mut worth: Vec<(f64, usize)> = (0..self.history.len())
            .filter(|commit| !self.untestable[*commit])
            .map(|commit| {
                let is_bad = self.is_bad(commit, posterior);
                let fails = is_bad * bad + (1.0 - is_bad) * good;
                let known = is_bad * entropy(bad) + (1.0 - is_bad) * entropy(good);
                (entropy(fails) - known, commit)
            })
            .collect();
        worth.sort_by(|a, b| b.0.total_cmp(&a.0));
        worth.into_iter().map(|(_, commit)| commit).collect()
    }

    /// The logarithm of the probability of all runs, if `first` is the first bad commit.
    fn evidence(&self, first: usize) -> f64 {
        let (mut bad, mut good) = self.priors();
        for commit in self.tested() {
            let side = match self.history.contains(commit, first) {
                true => &mut bad,
                false => &mut good,
            };
            side.0 += f64::from(self.failed[commit]);
            side.1 += f64::from(self.passed[commit]);
        }
        ln_beta(bad.0, bad.1) + ln_beta(good.0, good.1)
    }

    fn is_bad(&self, commit: usize, posterior: &[f64]) -> f64 {
        let first = posterior.iter().enumerate();
        first
            .filter(|(first, _)| self.history.contains(commit, *first))
            .map(|(_, probability)| probability)
            .sum()
    }

    /// How often bad and good commits fail, as far as is known.
    fn rates(&self, posterior: &[f64]) -> (f64, f64) {
        let (mut bad, mut good) = self.priors();
        for commit in self.tested() {
            let (failed, passed) = (f64::from(self.failed[commit]), f64::from(self.passed[commit]));
            let is_bad = self.is_bad(commit, posterior);
            bad = (bad.0 + failed * is_bad, bad.1 + passed * is_bad);
            good = (good.0 + failed * (1.0 - is_bad), good.1 + passed * (1.0 - is_bad));
        }
        (bad.0 / (bad.0 + bad.1), good.0 / (good.0 + good.1))
    }
}

fn entropy(p: f64) -> f64 {
    let term = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    term(p) + term(1.0 - p)
}

/// The logarithm of the beta function, whose arguments are whole here.
fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

/// The logarithm of the gamma function of a whole number.
fn ln_gamma(n: f64) -> f64 {
    let mut sum = 0.0;
    let mut factor = 2.0;
    while factor < n {
        sum += f64::ln(factor);
        factor += 1.0;
    }
    sum
}
