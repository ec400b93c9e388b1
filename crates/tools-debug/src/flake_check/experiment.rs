//! Changes one thing at a time, and sees whether the command is still flaky.

use serde::Serialize;
use unbreak_core::{Command, ToolContext, ToolError};

use super::arms::{Arm, arms, busy};
use super::fail;
use crate::join;
use crate::statistics::Rate;

/// What an experiment showed.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) name: &'static str,
    pub(super) failures: Rate,
    /// How likely so many equal runs are by chance, if the change changed nothing.
    pub(super) chance: f64,
    /// What the command depends on, if the runs say so.
    pub(super) cause: Option<&'static str>,
}

/// What chance does as seldom as this is no chance.
const SURE: f64 = 0.001;

/// Rarer failures take more runs than most have patience for.
const MOST: u32 = 44;

/// Makes every experiment there is, on a command that failed in some of its runs.
pub(super) async fn experiments(
    command: &Command,
    seen: Rate,
    context: &ToolContext<'_>,
) -> Result<Vec<Finding>, ToolError> {
    let mut findings = Vec::new();
    for arm in arms(command, context.runner, context.scratch()?).await? {
        context.tell(&format!("experiment: {}", arm.name));
        findings.push(experiment(&arm, seen.rate, context).await?);
    }
    Ok(findings)
}

/// Runs an arm until it has both passed and failed, or one of the two so often that it is no chance.
async fn experiment(arm: &Arm, usual: f64, context: &ToolContext<'_>) -> Result<Finding, ToolError> {
    let (mut runs, mut failures) = (0, 0);
    let chance = |runs: u32, failures: u32| match failures {
        0 => (1.0 - usual).powf(f64::from(runs)),
        all if all == runs => usual.powf(f64::from(runs)),
        _ => 1.0,
    };
    while runs < MOST && (failures == 0 || failures == runs) && (runs == 0 || chance(runs, failures) > SURE) {
        failures += u32::from(fails(arm, context).await?);
        runs += 1;
    }
    let chance = chance(runs, failures);
    Ok(Finding {
        name: arm.name,
        failures: Rate::of(failures, runs),
        chance,
        cause: (chance <= SURE).then_some(arm.cause),
    })
}

async fn fails(arm: &Arm, context: &ToolContext<'_>) -> Result<bool, ToolError> {
    if arm.load == 0 {
        return Ok(fail(&arm.command, 1, context).await?[0].is_some());
    }
    let load = (0..arm.load).map(|_| async {
        let _ = context.runner.run(&busy()).await;
    });
    // The load ends when it is dropped, with the run that it was for.
    let mut load = std::pin::pin!(join::all(load));
    let mut run = std::pin::pin!(fail(&arm.command, 1, context));
    let mut is_over = false;
    let failed = std::future::poll_fn(|waker| {
        is_over = is_over || load.as_mut().poll(waker).is_ready();
        run.as_mut().poll(waker)
    })
    .await?;
    Ok(failed[0].is_some())
}
