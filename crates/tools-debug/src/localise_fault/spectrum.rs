//! The code that each test ran, and how suspicious that makes functions and lines.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

/// The code that all tests ran.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Spectrum {
    pub(super) functions: Vec<Function>,
    /// Lines: the number of the function, and the line in the file.
    pub(super) places: Vec<(usize, u32)>,
    pub(super) tests: Vec<Test>,
}

/// A function: file and name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub(super) struct Function(pub(super) String, pub(super) String);

/// One test.
#[derive(Debug, Deserialize)]
pub(super) struct Test {
    pub(super) test: String,
    pub(super) outcome: Outcome,
    /// The places that it ran.
    ran: Vec<usize>,
    /// The stack of its failure, outermost first.
    frames: Vec<usize>,
    /// The functions that were called last before it failed, and how many statements of the test ago.
    #[serde(default)]
    near: Vec<(usize, u16)>,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// How suspicious a function is.
#[derive(Debug, Clone)]
pub(super) struct Suspect {
    pub(super) function: usize,
    /// Its most suspicious line.
    pub(super) line: u32,
    /// Ochiai's coefficient of that line, 0..=1.
    pub(super) ochiai: f64,
    /// How close to the failures it was called, 0..=1.
    pub(super) trace: f64,
    /// Both together, 0..=1.
    pub(super) score: f64,
}

impl Spectrum {
    /// Merges the records of several processes of the same program.
    pub(super) fn merged(all: impl IntoIterator<Item = Self>) -> Self {
        let mut merged = Self::default();
        let (mut functions, mut places) = (HashMap::new(), HashMap::new());
        for one in all {
            let number: Vec<usize> = one
                .functions
                .into_iter()
                .map(|function| {
                    let next = functions.len();
                    *functions.entry(function.clone()).or_insert_with(|| {
                        merged.functions.push(function);
                        next
                    })
                })
                .collect();
            let place: Vec<usize> = one
                .places
                .into_iter()
                .map(|(function, line)| {
                    let next = places.len();
                    *places.entry((number[function], line)).or_insert_with(|| {
                        merged.places.push((number[function], line));
                        next
                    })
                })
                .collect();
            merged.tests.extend(one.tests.into_iter().map(|mut test| {
                let seen = test.ran.iter_mut().chain(&mut test.frames);
                seen.for_each(|at| *at = place[*at]);
                test.near.iter_mut().for_each(|(at, _)| *at = number[*at]);
                // A comprehension and the function around it have lines in common.
                test.ran.sort_unstable();
                test.ran.dedup();
                test
            }));
        }
        merged
    }

    pub(super) fn count(&self, outcome: Outcome) -> usize {
        self.tests.iter().filter(|test| test.outcome == outcome).count()
    }

    /// The tests that failed.
    pub(super) fn failing(&self) -> impl Iterator<Item = &str> {
        let failing = self.tests.iter().filter(|test| test.outcome == Outcome::Failed);
        failing.map(|test| test.test.as_str())
    }

    pub(super) fn forget_traces(&mut self) {
        for test in &mut self.tests {
            test.frames.clear();
            test.near.clear();
        }
    }

    /// Functions that failing tests ran, the most suspicious first; `is_suspect` says which count.
    ///
    /// A line's suspicion is Ochiai's coefficient (Abreu et al. 2007): the failing tests that run it,
    /// over the geometric mean of all failing tests and all that run it. A function has that of its
    /// most suspicious line. It counts fully where the function was called by the statement that failed,
    /// and down to half the further before it was called.
    ///
    /// A stack by itself is no such measure: an error is raised where a wrong value is used, and the
    /// function that returned it has left the stack by then. On mutants (`cargo xtask bench localise`) the
    /// innermost frame was more often that of a function which used such a value.
    pub(super) fn rank(&self, is_suspect: impl Fn(&Function) -> bool) -> Vec<Suspect> {
        let suspects: Vec<bool> = self.functions.iter().map(is_suspect).collect();
        let failing = self.count(Outcome::Failed);
        let trace = self.nearness(failing);
        let mut best: BTreeMap<usize, Suspect> = BTreeMap::new();
        for (place, ochiai) in self.ochiai(failing) {
            let (function, line) = self.places[place];
            if !suspects[function] {
                continue;
            }
            let trace = trace.get(&function).copied().unwrap_or(0.0);
            let suspect = Suspect {
                function,
                line,
                ochiai,
                trace,
                score: ochiai * f64::midpoint(1.0, trace),
            };
            let known = best.entry(function).or_insert_with(|| suspect.clone());
            if suspect.ochiai > known.ochiai {
                *known = suspect;
            }
        }
        let mut ranked: Vec<Suspect> = best.into_values().collect();
        let size = |suspect: &Suspect| {
            self.places
                .iter()
                .filter(|(of, _)| *of == suspect.function)
                .count()
        };
        // Of equal ones the shorter, then the one that was called by the other, so seen after it.
        ranked.sort_by(|a, b| {
            let by_score = b.score.total_cmp(&a.score);
            let by_size = || size(a).cmp(&size(b));
            by_score
                .then_with(by_size)
                .then_with(|| b.function.cmp(&a.function))
        });
        ranked
    }

    /// The coefficient of each place that a failing test ran.
    fn ochiai(&self, failing: usize) -> Vec<(usize, f64)> {
        let mut counts = vec![(0_u32, 0_u32); self.places.len()];
        for test in &self.tests {
            for place in &test.ran {
                match test.outcome {
                    Outcome::Failed => counts[*place].0 += 1,
                    Outcome::Passed => counts[*place].1 += 1,
                    Outcome::Skipped => {}
                }
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "nobody has that many tests")]
        let failing = failing as f64;
        let coefficient =
            |(failed, passed): (u32, u32)| f64::from(failed) / (failing * f64::from(failed + passed)).sqrt();
        counts
            .into_iter()
            .enumerate()
            .filter(|(_, (failed, _))| *failed > 0)
            .map(|(place, counts)| (place, coefficient(counts)))
            .collect()
    }

    /// How close to the failures each function was called, on average: 1 by the statement of the test
    /// that failed, as everything on its stack was, half by the one before, and so on.
    fn nearness(&self, failing: usize) -> BTreeMap<usize, f64> {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for test in self.tests.iter().filter(|test| test.outcome == Outcome::Failed) {
            let on_stack = test.frames.iter().map(|place| (self.places[*place].0, 0));
            let mut nearest: BTreeMap<usize, u16> = BTreeMap::new();
            for (function, ago) in test.near.iter().copied().chain(on_stack) {
                let known = nearest.entry(function).or_insert(ago);
                *known = ago.min(*known);
            }
            for (function, ago) in nearest {
                *sums.entry(function).or_default() += 0.5_f64.powi(i32::from(ago));
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "nobody has that many tests")]
        let failing = failing.max(1) as f64;
        sums.values_mut().for_each(|sum| *sum /= failing);
        sums
    }
}
