//! The report, for programs and people.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};
use unbreak_core::Flake;

use super::cause::{Cause, Evidence};
use super::culprit::Culprits;
use super::outcome::{Count, Run, WHOLE, counts};
use super::study::Study;
use crate::statistics::Rate;

#[derive(Debug, Serialize)]
pub(super) struct Output {
    flaky: bool,
    verdict: Verdict,
    failures: Rate,
    /// Each test that failed at least once, or depends on something.
    pub(super) tests: Vec<TestReport>,
    /// The number of other tests.
    solid: usize,
    /// All runs, including those of experiments.
    pub(super) runs: u32,
    /// The causes that the experiments showed.
    causes: Vec<Cause>,
    /// The same for the command as a whole.
    why: Vec<Evidence>,
    pub(super) warnings: Vec<String>,
    note: String,
    #[serde(skip)]
    threshold: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Passes,
    Fails,
    Flaky,
}

/// The report on a test.
#[derive(Debug, Serialize)]
pub(super) struct TestReport {
    pub(super) test: String,
    failures: Rate,
    pub(super) flaky: bool,
    causes: Vec<Cause>,
    why: Vec<Evidence>,
    /// The record of earlier calls.
    pub(super) past: Option<Flake>,
}

impl TestReport {
    fn of(test: &str, count: Count, threshold: f64) -> Self {
        let failures = Rate::of(count.failures, count.runs());
        Self {
            test: test.to_owned(),
            flaky: verdict(failures, threshold) == Verdict::Flaky,
            failures,
            causes: Vec::new(),
            why: Vec::new(),
            past: None,
        }
    }

    pub(super) fn causes(&self) -> &[Cause] {
        &self.causes
    }

    pub(super) fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "test": { "type": "string" },
                "failures": Rate::schema(),
                "flaky": { "type": "boolean" },
                "causes": { "type": "array", "items": Cause::schema() },
                "why": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "cause": Cause::schema(),
                            "why": { "type": "string" },
                            "culprits": {
                                "type": "array", "items": { "type": "string" },
                                "description": "tests that make the difference, when they run before it",
                            },
                        },
                    },
                },
                "past": { "type": ["object", "null"], "description": "what is known from earlier calls" },
            },
        })
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        self.why = evidence.to_vec();
        self.causes = evidence.iter().map(|evidence| evidence.cause).collect();
        self.flaky |= !evidence.is_empty();
    }
}

impl Output {
    /// Summarises the runs in which nothing is pinned.
    pub(super) fn of(runs: &[Run], threshold: f64) -> Self {
        let failed = runs.iter().filter(|run| !run.passed).count();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let failures = Rate::of(number(failed), number(runs.len()));
        let counts = counts(runs);
        let (failing, solid): (Vec<_>, Vec<_>) = counts.iter().partition(|(_, count)| count.failures > 0);
        let report = |(test, count): (&String, &Count)| TestReport::of(test, *count, threshold);
        Self {
            flaky: false,
            verdict: verdict(failures, threshold),
            failures,
            tests: failing.into_iter().map(report).collect(),
            solid: solid.len(),
            runs: 0,
            causes: Vec::new(),
            why: Vec::new(),
            warnings: Vec::new(),
            note: String::new(),
            threshold,
        }
    }

    /// Adds the results of experiments.
    pub(super) fn learn(&mut self, study: &Study<'_>) {
        for (test, evidence) in study.evidence() {
            if test == WHOLE {
                self.why.clone_from(evidence);
                continue;
            }
            if !self.tests.iter().any(|report| report.test == *test) {
                self.solid = self.solid.saturating_sub(1);
                let count = study.plain(test);
                self.tests.push(TestReport::of(test, count, self.threshold));
            }
            let report = self.tests.iter_mut().find(|report| report.test == *test);
            report.into_iter().for_each(|report| report.learn(evidence));
        }
        self.tests.sort_by(|one, other| one.test.cmp(&other.test));
        let of_tests = self.tests.iter().flat_map(|test| test.causes.iter().copied());
        let causes: BTreeSet<Cause> = of_tests.chain(self.why.iter().map(|why| why.cause)).collect();
        self.causes = causes.into_iter().collect();
    }

    /// Names the tests that affect one that depends on its order.
    pub(super) fn name_culprits(&mut self, test: &str, culprits: &Culprits) {
        let report = self.tests.iter_mut().find(|report| report.test == test);
        let evidence = report.into_iter().flat_map(|report| &mut report.why);
        for evidence in evidence.filter(|evidence| evidence.cause == Cause::Order) {
            evidence.why.clone_from(&culprits.why);
            evidence.culprits.clone_from(&culprits.tests);
        }
    }

    /// Adds the conclusions.
    pub(super) fn concluded(mut self) -> Self {
        let is_flaky = self.tests.iter().any(|test| test.flaky) || !self.causes.is_empty();
        if is_flaky {
            self.verdict = Verdict::Flaky;
        }
        self.flaky = self.verdict == Verdict::Flaky;
        self.note = note(self.verdict, self.failures, &self.causes);
        self
    }
}

fn verdict(failures: Rate, threshold: f64) -> Verdict {
    match failures.count {
        0 => Verdict::Passes,
        count if count == failures.of => Verdict::Fails,
        _ if failures.rate < threshold => Verdict::Passes,
        _ => Verdict::Flaky,
    }
}

/// A number of runs, for people.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

fn note(verdict: Verdict, failures: Rate, causes: &[Cause]) -> String {
    let percent = |rate: f64| format!("{:.0} %", rate * 100.0);
    let (low, high) = (percent(failures.low), percent(failures.high));
    match verdict {
        Verdict::Passes if failures.count == 0 => {
            format!(
                "it passed {}; it may still fail in up to {high} of runs",
                times(failures.of)
            )
        }
        Verdict::Passes => format!(
            "it fails in {} of runs, below the threshold",
            percent(failures.rate)
        ),
        Verdict::Fails => format!(
            "it failed {} of {}: that is not a flake, though up to {} of runs may pass",
            times(failures.count),
            failures.of,
            percent(1.0 - failures.low)
        ),
        Verdict::Flaky => {
            let words: Vec<&str> = causes.iter().map(|cause| cause.words()).collect();
            let why = match &words[..] {
                [] => String::new(),
                words => format!("; it depends on {}", words.join(", ")),
            };
            format!("it fails in {low} to {high} of runs{why}")
        }
    }
}
