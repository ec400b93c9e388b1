//! The search over weights, one at a time.

use std::fmt;

use unbreak_strategies::weights::fitting;

use super::subject::{Judged, Subject};

/// So many more cases must get better than get worse.
const FEW: usize = 3;

/// Rounds over all weights at most.
const ROUNDS: usize = 3;

/// Steps from one bound of a weight to the other.
const STEPS: f64 = 6.0;

/// A proposal that leads by this much has no plausible rival (`ranking.rival`). Nothing is gained by a greater lead:
/// confidences are to mean what they say, and not to be as far apart as they can be.
const CLEAR: f64 = 0.2;

/// Distances that differ by less are equal.
const EQUAL: f64 = 1e-6;

/// How well the cases of both halves are answered.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Score {
    /// The cases whose first proposal is the expected one.
    pub(super) right: [usize; 2],
    /// The sum of the distances between the right proposal and the best wrong one, each up to [`CLEAR`].
    pub(super) distance: [f64; 2],
}

pub(super) struct Search {
    subjects: Vec<Subject>,
}

impl Search {
    pub(super) fn new(mut subjects: Vec<Subject>) -> Self {
        for subject in &mut subjects {
            subject.judge();
        }
        Self { subjects }
    }

    /// The number of cases.
    pub(super) fn len(&self) -> usize {
        self.subjects.len()
    }

    pub(super) fn score(&self) -> Score {
        let mut score = Score::default();
        for (index, subject) in self.subjects.iter().enumerate() {
            let half = index % 2;
            score.right[half] += usize::from(subject.judged.is_right);
            score.distance[half] += subject.judged.lead();
        }
        score
    }

    /// Fits every weight that has bounds; the numbers of those that have other values now.
    pub(super) fn run(&mut self) -> Vec<usize> {
        for _ in 0..ROUNDS {
            let mut is_changed = false;
            for (number, weight) in fitting::all().iter().enumerate() {
                if let Some(bounds) = weight.bounds {
                    is_changed |= self.fit(number, bounds);
                }
            }
            if !is_changed {
                break;
            }
        }
        let all = fitting::all().iter().enumerate();
        all.filter(|(number, weight)| (fitting::value(*number) - weight.is).abs() > EQUAL)
            .map(|(number, _)| number)
            .collect()
    }

    /// Moves a weight while that helps, in the one direction or the other.
    fn fit(&mut self, number: usize, (least, most): (f64, f64)) -> bool {
        let step = (most - least) / STEPS;
        let mut is_changed = false;
        for step in [step, -step] {
            loop {
                // Three digits are more than the cases can tell apart.
                let value = ((fitting::value(number) + step).clamp(least, most) * 1000.0).round() / 1000.0;
                if !self.helps(number, value) {
                    break;
                }
                is_changed = true;
            }
        }
        is_changed
    }

    /// Gives the weight the value, if that helps.
    fn helps(&mut self, number: usize, value: f64) -> bool {
        let (known, before) = (fitting::value(number), self.score());
        if (value - known).abs() < EQUAL {
            return false;
        }
        fitting::set(number, value);
        let mut replaced: Vec<(usize, Judged)> = Vec::new();
        for (index, subject) in self.subjects.iter_mut().enumerate() {
            if subject.reads().contains(&number) {
                replaced.push((index, subject.judged.clone()));
                subject.judge();
            }
        }
        let moved = replaced
            .iter()
            .map(|(index, old)| self.subjects[*index].judged.compare(old));
        let balance: i32 = moved.sum();
        let helps =
            self.score().is_better_than(&before) && usize::try_from(balance).is_ok_and(|it| it >= FEW);
        if helps {
            println!("{} = {value}: {}", fitting::all()[number].path, self.score());
        } else {
            fitting::set(number, known);
            for (index, old) in replaced {
                self.subjects[index].judged = old;
            }
        }
        helps
    }
}

impl Score {
    /// Returns whether one half is better, and none is worse.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let better = |half: usize| {
            let distance = self.distance[half] - other.distance[half];
            match self.right[half].cmp(&other.right[half]) {
                std::cmp::Ordering::Equal if distance.abs() < EQUAL => std::cmp::Ordering::Equal,
                std::cmp::Ordering::Equal => distance.total_cmp(&0.0),
                by_right => by_right,
            }
        };
        let halves = [better(0), better(1)];
        halves.iter().all(|half| half.is_ge()) && halves.iter().any(|half| half.is_gt())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, other], [near, far]) = (self.right, self.distance);
        write!(f, "{one} and {other} right, distances {near:.3} and {far:.3}")
    }
}

impl Judged {
    /// The distance between right and wrong, as far as it counts.
    fn lead(&self) -> f64 {
        self.distance.map_or(0.0, |distance| distance.min(CLEAR))
    }

    /// 1 if it is better than the other, -1 if it is worse.
    fn compare(&self, other: &Self) -> i32 {
        let distance = self.lead() - other.lead();
        match (self.is_right, other.is_right) {
            (true, false) => 1,
            (false, true) => -1,
            _ if distance > EQUAL => 1,
            _ if distance < -EQUAL => -1,
            _ => 0,
        }
    }
}
