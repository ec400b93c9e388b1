//! The belief in each commit: how likely it is the first bad one, and what the next run would tell.
//!
//! A run is a noisy answer, and the search is the Bayesian one of Horstein (1963) and Burnashev and
//! Zigangirov (1974), with two differences. The failure rates of bad and good commits are not
//! known; they are integrated over, because an estimate from few runs is too certain. And the next
//! commit is the one whose run tells most about the first bad one (the mutual information of the
//! two) instead of the median, which is the same only where the rates are known and equal.

use super::history::History;
use super::relevance::Prior;

/// The prior of a bad commit's failure rate where the failure is not certain: neither never nor always.
const BAD_PRIOR: (f64, f64) = (2.0, 2.0);
/// The prior of a good commit's failure rate: low. Of all test runs at Google about 1.5 % fail by
/// chance (Micco 2016, "Flaky tests at Google"); twice that is assumed, so that a worse test is
/// detected soon.
const GOOD_PRIOR: (f64, f64) = (1.0, 29.0);

/// The number of running tests whose results are anticipated when the next is chosen; each more
/// doubles the work.
const FORESEEN: usize = 3;

/// Runs that failed in the way looked for, and runs that passed, of each commit.
#[derive(Debug, Clone)]
pub(super) struct Beliefs<'a> {
    history: &'a History,
    prior: &'a Prior,
    /// The probability, before any run, that the failure is not certain.
    doubt: f64,
    failed: Vec<u32>,
    passed: Vec<u32>,
    untestable: Vec<bool>,
    /// The same of the good commit that the search began with.
    good: (u32, u32),
}

/// The probability of each commit being the first bad one, and the predictions for a run if it is.
#[derive(Debug, Clone)]
pub(super) struct Posterior {
    first: Vec<f64>,
    /// The failure rates of bad and good commits.
    rates: Vec<(f64, f64)>,
}

impl Posterior {
    /// The likeliest first bad commit, and how likely it is.
    pub(super) fn best(&self) -> (usize, f64) {
        let best = self.first.iter().copied().enumerate();
        best.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    /// The probability that a commit is the first bad one.
    pub(super) fn of(&self, commit: usize) -> f64 {
        self.first[commit]
    }
}

impl<'a> Beliefs<'a> {
    pub(super) fn new(history: &'a History, prior: &'a Prior, doubt: f64) -> Self {
        Self {
            history,
            prior,
            doubt,
            failed: vec![0; history.len()],
            passed: vec![0; history.len()],
            untestable: vec![false; history.len()],
            good: (0, 0),
        }
    }

    /// Records a run of a commit, or of the good one.
    pub(super) fn learn(&mut self, commit: Option<usize>, failed: bool) {
        let count = match (commit, failed) {
            (Some(commit), true) => &mut self.failed[commit],
            (Some(commit), false) => &mut self.passed[commit],
            (None, true) => &mut self.good.0,
            (None, false) => &mut self.good.1,
        };
        *count += 1;
    }

    pub(super) fn skip(&mut self, commit: usize) {
        self.untestable[commit] = true;
    }

    /// The posterior after all runs.
    pub(super) fn posterior(&self) -> Posterior {
        let table = Factorials::up_to(self.runs() + 64);
        let tested = self.tested();
        let each = (0..self.history.len()).map(|first| self.weigh(first, &tested, &table));
        let (evidence, rates): (Vec<f64>, Vec<_>) = each.unzip();
        let most = evidence.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = evidence.iter().map(|evidence| (evidence - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        Posterior {
            first: weights.iter().map(|weight| weight / all).collect(),
            rates,
        }
    }

    /// The commit whose run tells most about the first bad one, in addition to the runs under way.
    pub(super) fn next(&self, posterior: &Posterior, running: &[usize]) -> Option<usize> {
        let mut told = vec![0.0; self.history.len()];
        for likely in self.outcomes(posterior, running) {
            let entropies = posterior.rates.iter();
            let entropies = entropies.map(|(bad, good)| (entropy(*bad), entropy(*good)));
            let fails = self.expect(&likely, posterior.rates.iter().copied());
            let rest = self.expect(&likely, entropies);
            let chance: f64 = likely.iter().sum();
            for (told, (fails, rest)) in told.iter_mut().zip(fails.into_iter().zip(rest)) {
                *told += chance * entropy((fails / chance).clamp(0.0, 1.0)) - rest;
            }
        }
        let testable = (0..told.len()).filter(|commit| !self.untestable[*commit]);
        testable.max_by(|a, b| told[*a].total_cmp(&told[*b]))
    }

    /// The joint probability of each first bad commit and each possible outcome of these runs, for
    /// the outcomes that are likely at all.
    fn outcomes(&self, posterior: &Posterior, running: &[usize]) -> Vec<Vec<f64>> {
        let mut outcomes = vec![posterior.first.clone()];
        for commit in running.iter().take(FORESEEN) {
            let fails: Vec<f64> = (posterior.rates.iter().enumerate())
                .map(
                    |(first, (bad, good))| match self.history.contains(*commit, first) {
                        true => *bad,
                        false => *good,
                    },
                )
                .collect();
            let both = |likely: Vec<f64>| {
                let with = |failed: bool| {
                    let rate = |fails: &f64| if failed { *fails } else { 1.0 - fails };
                    likely
                        .iter()
                        .zip(&fails)
                        .map(|(p, fails)| p * rate(fails))
                        .collect()
                };
                [with(true), with(false)]
            };
            outcomes = outcomes.into_iter().flat_map(both).collect();
            outcomes.retain(|likely: &Vec<f64>| likely.iter().sum::<f64>() > 1e-9);
        }
        outcomes
    }

    /// For each commit the mean of one value where it is bad, and of another where it is good, over
    /// the possible first bad ones.
    fn expect(&self, likely: &[f64], values: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
        let (mut none, mut change) = (0.0, Vec::with_capacity(likely.len()));
        for (likely, (bad, good)) in likely.iter().zip(values) {
            none += likely * good;
            change.push(likely * (bad - good));
        }
        let mut sums = self.history.sums(&change);
        sums.iter_mut().for_each(|sum| *sum += none);
        sums
    }

    fn runs(&self) -> usize {
        let runs: u32 = self.failed.iter().chain(&self.passed).sum();
        (runs + self.good.0 + self.good.1) as usize
    }

    /// The commits that have been run.
    fn tested(&self) -> Vec<usize> {
        (0..self.history.len())
            .filter(|commit| self.failed[*commit] + self.passed[*commit] > 0)
            .collect()
    }

    /// The logarithm of the joint probability of `first` being the first bad commit and of all
    /// runs, up to a constant; and the failure rates of bad and good commits in that case.
    fn weigh(&self, first: usize, tested: &[usize], table: &Factorials) -> (f64, (f64, f64)) {
        let (bad, good) = self.sides(first, tested);
        let chance = table.beta_ratio(bad, BAD_PRIOR) + table.beta_ratio(good, GOOD_PRIOR);
        let is_steady = bad.1 == 0 && good.0 == 0;
        let steady = if is_steady { 1.0 - self.doubt } else { 0.0 };
        let chancy = self.doubt * chance.exp();
        let share = if steady > 0.0 {
            steady / (steady + chancy)
        } else {
            0.0
        };
        // Many runs make numbers that only their logarithms can hold.
        let evidence = match steady > 0.0 {
            true => (steady + chancy).ln(),
            false => self.doubt.max(f64::MIN_POSITIVE).ln() + chance,
        };
        let mean = |side: (u32, u32), prior: (f64, f64)| {
            (f64::from(side.0) + prior.0) / (f64::from(side.0 + side.1) + prior.0 + prior.1)
        };
        let fails = (
            share + (1.0 - share) * mean(bad, BAD_PRIOR),
            (1.0 - share) * mean(good, GOOD_PRIOR),
        );
        (evidence + self.prior.weight(first).ln(), fails)
    }

    /// The failed and passed runs of bad commits, and those of good ones, if `first` is the first bad one.
    fn sides(&self, first: usize, tested: &[usize]) -> ((u32, u32), (u32, u32)) {
        let (mut bad, mut good) = ((0, 0), self.good);
        for commit in tested {
            let side = match self.history.contains(*commit, first) {
                true => &mut bad,
                false => &mut good,
            };
            side.0 += self.failed[*commit];
            side.1 += self.passed[*commit];
        }
        (bad, good)
    }
}

fn entropy(p: f64) -> f64 {
    let term = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    term(p) + term(1.0 - p)
}

/// The logarithms of the factorials of 0, 1, 2, ...
struct Factorials(Vec<f64>);

impl Factorials {
    fn up_to(most: usize) -> Self {
        let mut logarithms = vec![0.0];
        let (mut sum, mut factor) = (0.0, 1.0);
        for _ in 0..most {
            sum += f64::ln(factor);
            factor += 1.0;
            logarithms.push(sum);
        }
        Self(logarithms)
    }

    /// The logarithm of the probability of these runs, in this order, when their rate is thought of
    /// as a beta distribution with whole parameters.
    fn beta_ratio(&self, (failed, passed): (u32, u32), prior: (f64, f64)) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the priors are small whole numbers"
        )]
        let (a, b) = (prior.0 as usize, prior.1 as usize);
        let (failed, passed) = (failed as usize, passed as usize);
        self.beta(a + failed, b + passed) - self.beta(a, b)
    }

    fn beta(&self, a: usize, b: usize) -> f64 {
        self.0[a - 1] + self.0[b - 1] - self.0[a + b - 1]
    }
}
