//! Finds the tests that affect one that depends on the order.

use async_trait::async_trait;
use unbreak_core::ToolError;

use super::lab::Lab;
use super::setting::{Order, Setting};
use super::study::Study;
use crate::ddmin::{Oracle, ddmin};

/// The result of the search.
pub(super) struct Culprits {
    pub(super) why: String,
    pub(super) tests: Vec<String>,
}

/// A result that comes back this often is one.
const CONFIRM: usize = 2;

/// Reduces the tests that run before one that depends on its order.
///
/// `None` when the runner cannot run selected tests only, or when they are not enough to reproduce
/// the result.
///
/// # Errors
/// When the command could not be started, or the operator interrupted it.
pub(super) async fn culprits(
    test: &str,
    study: &Study<'_>,
    lab: &Lab<'_>,
) -> Result<Option<Culprits>, ToolError> {
    let Some((passing, failing)) = study.orders.get(test) else {
        return Ok(None);
    };
    if !lab.can_order(&Order::Exactly(Vec::new())) {
        return Ok(None);
    }
    lab.tell(&format!("{test} alone"));
    let alone = Before {
        lab,
        test,
        tests: &[],
        fails: false,
    };
    let Some(fails_alone) = alone.outcome(&[]).await? else {
        return Ok(None);
    };
    // A test that fails alone needs another test; one that passes alone is broken by one.
    let order = if fails_alone { passing } else { failing };
    let before = before(test, order, study);
    let before = Before {
        lab,
        test,
        tests: &before,
        fails: !fails_alone,
    };
    let all: Vec<usize> = (0..before.tests.len()).collect();
    if !before.holds(0, &all).await? {
        return Ok(None);
    }
    let kept = ddmin(&before, all, 1).await?.kept;
    let tests: Vec<String> = kept.iter().map(|at| before.tests[*at].clone()).collect();
    let why = match fails_alone {
        true => format!("it fails alone, and passes after {}", tests.join(", ")),
        false => format!("it passes alone, and fails after {}", tests.join(", ")),
    };
    Ok(Some(Culprits { why, tests }))
}

/// The tests that ran before another one.
fn before(test: &str, order: &Setting, study: &Study<'_>) -> Vec<String> {
    let tests = study.run_of(order).map_or(&[][..], |run| &run.order);
    tests.iter().take_while(|one| *one != test).cloned().collect()
}

/// Whether a test does something after some of the tests before it.
struct Before<'a> {
    lab: &'a Lab<'a>,
    test: &'a str,
    tests: &'a [String],
    /// The result to reproduce.
    fails: bool,
}

impl Before<'_> {
    /// Returns whether it fails after these; `None` when that is not always so.
    async fn outcome(&self, chosen: &[usize]) -> Result<Option<bool>, ToolError> {
        let chosen = chosen.iter().map(|at| self.tests[*at].clone());
        let order = Order::Exactly(chosen.chain([self.test.to_owned()]).collect());
        let setting = Setting::BASE.ordered(order);
        let mut outcome = None;
        for time in 0..CONFIRM {
            let fails = self.lab.run(&setting).await?.fails(self.test);
            if time > 0 && fails != outcome {
                return Ok(None);
            }
            outcome = fails;
        }
        Ok(outcome)
    }
}

#[async_trait]
impl Oracle for Before<'_> {
    async fn holds(&self, _slot: usize, chosen: &[usize]) -> Result<bool, ToolError> {
        self.lab
            .tell(&format!("{} of the tests before {}", chosen.len(), self.test));
        let order = chosen.iter().map(|at| self.tests[*at].clone());
        let order = Order::Exactly(order.chain([self.test.to_owned()]).collect());
        let run = self.lab.run(&Setting::BASE.ordered(order)).await?;
        Ok(run.fails(self.test) == Some(self.fails))
    }
}
