//! Finds the causes of flakiness: pins all conditions, then varies one at a time.
//!
//! A test that is pinned and varies nevertheless has a race, or depends on something outside. A
//! test that always passes with one value and always fails with another depends on that value. This
//! takes few runs to show, however rare the failure is: the value that shows it is kept and tried
//! again.

mod around;

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::ToolError;

use super::cause::{Cause, Evidence};
use super::instant::written;
use super::lab::Lab;
use super::outcome::{Count, Run, WHOLE};
use super::setting::{Knob, Order, Setting};
use crate::statistics::chance;

/// Runs with everything pinned that others are compared with.
const BASE: u32 = 6;

/// A value is a cause when the same result occurs with it this often, and never without. For a test
/// that fails in half of its runs in any case, that happens by chance once in 500 times.
const CONFIRM: u32 = 4;

/// Values that are tried at most, while a test is seen to be flaky and nothing explains it.
const MOST_VALUES: u32 = 16;

/// Runs that tell whether something that varies does so by chance.
const REPEATS: u32 = 16;

/// The probability below which a result is not considered chance.
const SURE: f64 = 0.01;

/// The knowledge so far.
pub(super) struct Study<'a> {
    lab: &'a Lab<'a>,
    plain: &'a [Run],
    /// The causes that are looked for.
    wanted: &'a [Cause],
    records: BTreeMap<Setting, Vec<Run>>,
    evidence: BTreeMap<String, Vec<Evidence>>,
    /// The settings in which an order-dependent test always passed and always failed.
    pub(super) orders: BTreeMap<String, (Setting, Setting)>,
}

impl<'a> Study<'a> {
    /// Makes the experiments on a command with some known runs.
    ///
    /// # Errors
    /// When it could not be started, or the operator interrupted it.
    pub(super) async fn of(
        lab: &'a Lab<'a>,
        plain: &'a [Run],
        wanted: &'a [Cause],
    ) -> Result<Self, ToolError> {
        let mut study = Self {
            lab,
            plain,
            wanted,
            records: BTreeMap::new(),
            evidence: BTreeMap::new(),
            orders: BTreeMap::new(),
        };
        study.repeat(&Setting::BASE, BASE, "everything pinned").await?;
        for knob in study.knobs() {
            for value in 1..=study.few(knob) {
                study.vary(knob, value).await?;
            }
        }
        study.surround().await?;
        study.search().await?;
        study.unpin().await?;
        study.judge_races();
        study.discount_order();
        Ok(study)
    }

    /// The causes of each test that has any.
    pub(super) fn evidence(&self) -> &BTreeMap<String, Vec<Evidence>> {
        &self.evidence
    }

    pub(super) fn run_of(&self, setting: &Setting) -> Option<&Run> {
        self.records.get(setting)?.first()
    }

    /// The results of a test with nothing pinned.
    pub(super) fn plain(&self, test: &str) -> Count {
        Count::of(self.plain, test)
    }

    /// Every test that any run named, and the command as a whole.
    fn tests(&self) -> BTreeSet<String> {
        let runs = self.records.values().flatten().chain(self.plain);
        let named = runs.flat_map(Run::tests).cloned();
        named.chain([WHOLE.to_owned()]).collect()
    }

    fn seen(&self, setting: &Setting, test: &str) -> Count {
        Count::of(self.records.get(setting).into_iter().flatten(), test)
    }

    /// Returns whether a test passed and failed under circumstances that were the same.
    fn varies(&self, test: &str) -> bool {
        let mut usual = self.records.keys().filter(|setting| setting.is_pinned());
        usual.any(|setting| self.seen(setting, test).is_mixed())
    }

    fn depends(&self, test: &str, cause: Cause) -> bool {
        let mut known = self.evidence.get(test).into_iter().flatten();
        known.any(|evidence| evidence.cause == cause)
    }

    fn wants(&self, cause: Cause) -> bool {
        self.wanted.contains(&cause)
    }

    /// The conditions that can be varied, of those requested.
    fn knobs(&self) -> Vec<Knob> {
        let can = |knob: &Knob| self.wants(knob.cause()) && self.lab.can_vary(*knob);
        Knob::ALL.into_iter().filter(can).collect()
    }

    /// The number of values tried in any case. Without the reverse order, it takes more values
    /// until each of two tests came first.
    fn few(&self, knob: Knob) -> u32 {
        match knob {
            Knob::Order if !self.lab.can_order(&Order::Reversed) => 2 * knob.few(),
            knob => knob.few(),
        }
    }

    fn accuse(&mut self, test: &str, evidence: Evidence) {
        if !self.depends(test, evidence.cause) {
            self.evidence.entry(test.to_owned()).or_default().push(evidence);
        }
    }

    /// Tests that are flaky without a known cause.
    fn unexplained(&self) -> Vec<String> {
        let is_open = |test: &String| {
            self.plain(test).is_mixed() && !self.evidence.contains_key(test) && !self.varies(test)
        };
        self.tests().into_iter().filter(is_open).collect()
    }

    async fn run(&mut self, setting: &Setting) -> Result<(), ToolError> {
        let run = self.lab.run(setting).await?;
        // A timeout is a result where the plain runs have timeouts too; otherwise it says nothing.
        let is_void = run.is_timed_out && !self.plain.iter().any(|run| run.is_timed_out);
        if !is_void {
            self.records.entry(setting.clone()).or_default().push(run);
        }
        Ok(())
    }

    async fn repeat(&mut self, setting: &Setting, times: u32, what: &str) -> Result<(), ToolError> {
        for time in 1..=times {
            self.lab.tell(&format!("{what}: {time} of {times}"));
            self.run(setting).await?;
        }
        Ok(())
    }

    /// Tries another value of one condition, as often as needed to see its effect on each test.
    async fn vary(&mut self, knob: Knob, value: u32) -> Result<(), ToolError> {
        let setting = Setting::BASE.with(knob, value);
        if !self.lab.can_order(&setting.order) {
            return Ok(());
        }
        self.lab.tell(&self.name(knob, value));
        self.run(&setting).await?;
        for _ in 1..CONFIRM {
            if self.differing(&setting, knob).is_empty() {
                return Ok(());
            }
            self.run(&setting).await?;
        }
        for test in self.differing(&setting, knob) {
            self.blame(knob, value, &setting, &test);
        }
        Ok(())
    }

    /// Tests that so far always have a result in a setting that they never have when everything is pinned.
    fn differing(&self, setting: &Setting, knob: Knob) -> Vec<String> {
        let differs = |test: &String| {
            let usual = self.seen(&Setting::BASE, test).always();
            let now = self.seen(setting, test).always();
            let is_other = usual.is_some() && now.is_some() && usual != now;
            is_other && !self.depends(test, knob.cause()) && !self.varies(test)
        };
        self.tests().into_iter().filter(differs).collect()
    }

    fn blame(&mut self, knob: Knob, value: u32, setting: &Setting, test: &str) {
        if self.seen(setting, test).runs() < CONFIRM {
            return;
        }
        let fails = self.seen(setting, test).failures > 0;
        let (one, other) = match fails {
            true => ("fails", "passes"),
            false => ("passes", "fails"),
        };
        let why = format!(
            "it always {one} with {}, and always {other} with {}",
            self.name(knob, value),
            self.name(knob, 0)
        );
        self.accuse(test, Evidence::new(knob.cause(), why));
        if knob == Knob::Order {
            let (passing, failing) = match fails {
                true => (Setting::BASE, setting.clone()),
                false => (setting.clone(), Setting::BASE),
            };
            self.orders.insert(test.to_owned(), (passing, failing));
        }
    }

    /// The name of a condition's value, for people.
    fn name(&self, knob: Knob, value: u32) -> String {
        match (knob, value) {
            (Knob::Order, 0) => "the tests in their own order".to_owned(),
            (Knob::Order, 1) if self.lab.can_order(&Order::Reversed) => {
                "the tests in reverse order".to_owned()
            }
            (Knob::Order, _) => format!("the tests shuffled (seed {value})"),
            (Knob::Hash, _) => format!("hash seed {value}"),
            (Knob::Seed, _) => format!("random seed {value}"),
            (Knob::Clock, _) => format!("the clock at {}", written(self.lab.instant(value))),
        }
    }

    /// A test's results in usual surroundings, with everything pinned: with the same values, or, if
    /// they make no difference, with any.
    fn usually(&self, test: &str) -> Count {
        match self.varies(test) {
            false => self.seen(&Setting::BASE, test),
            true => self.pinned(test),
        }
    }

    fn pinned(&self, test: &str) -> Count {
        let settings = self.records.iter().filter(|(setting, _)| setting.is_pinned());
        let runs: Vec<&Run> = settings.flat_map(|(_, runs)| runs).collect();
        Count::of(runs, test)
    }

    /// Tries more values, while a test that is seen to be flaky is a riddle.
    async fn search(&mut self) -> Result<(), ToolError> {
        for value in 1..=MOST_VALUES {
            for knob in self.knobs() {
                if self.unexplained().is_empty() {
                    return Ok(());
                }
                if value > self.few(knob) {
                    self.vary(knob, value).await?;
                }
            }
        }
        Ok(())
    }

    /// A result that no value explains may depend on a pinned condition without values: timing. One
    /// condition at a time is left to chance.
    async fn unpin(&mut self) -> Result<(), ToolError> {
        for knob in Knob::ALL {
            let evidence = unpinned(knob);
            if !self.wants(evidence.cause) || !self.lab.can_vary(knob) {
                continue;
            }
            let setting = Setting::BASE.without(knob);
            for _ in 0..REPEATS {
                if self
                    .unexplained()
                    .iter()
                    .all(|test| self.is_loose(&setting, test))
                {
                    break;
                }
                self.lab.tell(&format!("without {} pinned", knob.cause().words()));
                self.run(&setting).await?;
            }
            for test in self.unexplained() {
                if self.is_loose(&setting, &test) {
                    self.accuse(&test, evidence.clone());
                }
            }
        }
        Ok(())
    }

    /// Returns whether a test varies in a setting, and pinned it would not.
    fn is_loose(&self, setting: &Setting, test: &str) -> bool {
        let (pinned, loose) = (self.pinned(test), self.seen(setting, test));
        let failures = chance((pinned.failures, pinned.runs()), (loose.failures, loose.runs()));
        let passes = chance((pinned.passes, pinned.runs()), (loose.passes, loose.runs()));
        loose.is_mixed() && failures.min(passes) <= SURE
    }

    /// Discounts the order where a runner does not reset random numbers and time for each test:
    /// earlier tests use them up, so it is not a dependence on the order itself.
    fn discount_order(&mut self) {
        if self.lab.begins_anew() {
            return;
        }
        for (test, evidence) in &mut self.evidence {
            let is_drawn = |one: &Evidence| matches!(one.cause, Cause::Randomness | Cause::Time);
            if evidence.iter().any(is_drawn) {
                evidence.retain(|one| one.cause != Cause::Order);
                self.orders.remove(test);
            }
        }
    }

    fn judge_races(&mut self) {
        for test in self.tests() {
            if !self.wants(Cause::Race)
                || !self.varies(&test)
                || self.depends(&test, Cause::Network)
                || self.depends(&test, Cause::Race)
            {
                continue;
            }
            let count = self.pinned(&test);
            let often = format!("{} of {}", count.failures, count.runs());
            let why = format!("it failed in {often} runs with everything pinned that can be");
            self.accuse(&test, Evidence::new(Cause::Race, why));
        }
    }
}

fn unpinned(knob: Knob) -> Evidence {
    match knob {
        Knob::Clock => Evidence::new(
            Cause::Race,
            "it is steady when the clock stands still, at whatever time, and varies when it runs",
        ),
        knob => Evidence::new(
            knob.cause(),
            format!(
                "it is steady with everything pinned, and varies without {}",
                knob.cause().words()
            ),
        ),
    }
}
