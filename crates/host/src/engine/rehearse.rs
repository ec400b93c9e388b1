//! Tries the other fixes for a cause whose best one did not help, in parallel, in copies of the tree.
//!
//! The result in a copy is a forecast, and the command in the tree itself decides: a fix that helped in a
//! copy is tried there next. A fix that did harm is not tried again; one that changed nothing comes last,
//! since the command may have read files outside the copy (an installed package). All this requires that the
//! command fails in an unchanged copy as in the tree.

use std::collections::BTreeSet;
use std::slice;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use unbreak_core::event::Rehearsed;
use unbreak_core::policy::verdict::{Comparison, Effect, Observation};
use unbreak_core::{Command, EventKind, ExitState, LineMap, Workspace as _};

use super::analyze::Cause;
use super::ledger::{Ledger, digest};
use super::narrator::Narrator;
use super::oracle::{Oracle, millis};
use super::propose::Reach;
use super::settle::{Bench, Forecast, NO_EFFECT, Trial};
use super::subject::LoneTest;
use super::{Rounds, Setting};
use crate::agent::Silent;
use crate::error::AgentError;
use crate::runner::ProcessRunner;
use crate::scratch::TreeCopy;
use crate::workspace::{Run, RunInfo};

/// The knowledge about copies of the tree.
#[derive(Default)]
pub(super) struct Stage {
    fitness: Fitness,
    /// Digests of the fixes that were tried in a copy.
    seen: BTreeSet<u64>,
}

/// Whether results in copies agree with results in the tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Fitness {
    #[default]
    Untried,
    Good,
    Useless,
}

impl Rounds<'_, '_, '_> {
    /// Tries alternatives for a cause whose best fix failed, until one helps; that one is tried first from
    /// then on.
    pub(super) async fn rehearse(&mut self, causes: &[Cause], now: &Observation, reach: Reach) {
        for cause in causes.iter().map(slice::from_ref) {
            if self.ledger.has_failed(&cause[0].key) {
                self.rehearse_rivals(cause, now, reach).await;
            }
        }
    }

    /// Tries the fixes for one cause, until one helps; that one is tried first from then on.
    pub(super) async fn rehearse_rivals(&mut self, cause: &[Cause], now: &Observation, reach: Reach) {
        while let Some(rivals) = self.rivals(cause, now, reach).await {
            match self.perform(cause, now, reach, rivals).await {
                Ok(true) => break,
                Ok(false) => {}
                Err(error) => return self.distrust(&error.to_string()),
            }
        }
    }

    /// How many runs of the command may be made at once. One is reserved for the tree itself.
    fn room(&self) -> usize {
        let jobs = self.setting.options.jobs;
        let left = self.oracle.left().map_or(jobs, |left| left.saturating_sub(1));
        let root = self.setting.tree.root().to_string_lossy();
        let names_the_tree = self.oracle.command.words().any(|word| word.contains(&*root));
        let may_rehearse = self.may_verify() && self.stage.fitness != Fitness::Useless && !names_the_tree;
        usize::try_from(jobs.min(left)).map_or(0, |room| if may_rehearse { room } else { 0 })
    }

    /// The next fixes that would be tried one after the other, as many as may be tried at once; `None` if
    /// there is no choice.
    async fn rivals(&mut self, cause: &[Cause], now: &Observation, reach: Reach) -> Option<Vec<Trial>> {
        let room = self.room();
        if room < 2 {
            return None;
        }
        let ledger = self.ledger.clone();
        let mut rivals = Vec::new();
        while rivals.len() < room {
            let chosen = self.choose(cause, now, reach).await;
            let Some((_, fix)) = chosen.first() else {
                break;
            };
            self.ledger.rule_out(&cause[0].key, fix);
            if fix.commands.is_empty() && !self.stage.seen.contains(&digest(fix)) {
                rivals.push(Trial::new(0, fix, self.setting.tree));
            }
        }
        self.ledger = ledger;
        (rivals.len() > 1).then(|| {
            // The first time, one copy stays unchanged.
            rivals.truncate(room - usize::from(self.stage.fitness == Fitness::Untried));
            rivals
        })
    }

    /// Runs the command with each of them, and draws the conclusions. Returns whether one helps.
    async fn perform(
        &mut self,
        cause: &[Cause],
        now: &Observation,
        reach: Reach,
        rivals: Vec<Trial>,
    ) -> Result<bool, AgentError> {
        let started = Instant::now();
        let is_first = self.stage.fitness == Fitness::Untried;
        let parts: Vec<Option<&Trial>> = is_first
            .then_some(None)
            .into_iter()
            .chain(rivals.iter().map(Some))
            .collect();
        let lone = self.lone_test(cause).await?;
        let shown = show_all(
            self.setting,
            self.oracle.command,
            lone.as_ref(),
            cause,
            now,
            &parts,
            self.oracle.silence(),
        )
        .await?;
        let runs = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        self.oracle.charge(runs, started.elapsed());
        let mut forecasts = Vec::new();
        for (part, forecast) in parts.into_iter().zip(shown) {
            match (part, forecast) {
                (Some(trial), forecast) => forecasts.push((trial, forecast)),
                (None, Forecast::Idle) => self.stage.fitness = Fitness::Good,
                (None, Forecast::Harms(why)) => self.distrust(&why),
                (None, _) => {}
            }
        }
        self.tell_rehearsal(&forecasts, started);
        for (trial, forecast) in &forecasts {
            self.heed(&cause[0], reach, trial, forecast);
        }
        Ok(forecasts.iter().any(|(_, forecast)| forecast.helps()))
    }

    /// Stops using copies: from now on fixes are tried one at a time.
    fn distrust(&mut self, why: &str) {
        self.stage.fitness = Fitness::Useless;
        self.ledger
            .problem(format!("alternatives were tried one at a time: {why}"));
    }

    fn tell_rehearsal(&mut self, forecasts: &[(&Trial, Forecast)], started: Instant) {
        if forecasts.is_empty() {
            return;
        }
        let fixes = forecasts.iter().map(|(trial, forecast)| Rehearsed {
            title: trial.fix.title.clone(),
            helps: forecast.helps(),
            verdict: match forecast {
                Forecast::Helps(said) | Forecast::Harms(said) => said.clone(),
                Forecast::Idle => NO_EFFECT.to_owned(),
                Forecast::Unknown => "it was interrupted".to_owned(),
            },
        });
        self.narrator.tell(EventKind::Rehearse {
            fixes: fixes.collect(),
            command_ms: millis(started.elapsed()),
        });
    }

    fn heed(&mut self, cause: &Cause, reach: Reach, trial: &Trial, forecast: &Forecast) {
        self.stage.seen.insert(digest(&trial.fix));
        if let Forecast::Harms(reason) = forecast {
            self.ledger.rule_out(&cause.key, &trial.fix);
            self.ledger.fail(&cause.key, &trial.fix, reason);
        }
        let Some(fixes) = self.proposals.get_mut(&(reach, cause.key.clone())) else {
            return;
        };
        let Some(at) = fixes.iter().position(|fix| *fix == trial.fix) else {
            return;
        };
        match forecast {
            Forecast::Helps(_) => fixes[..=at].rotate_right(1),
            Forecast::Idle => fixes[at..].rotate_left(1),
            Forecast::Harms(_) | Forecast::Unknown => {}
        }
    }
}

/// Runs the command with each part at once (with none: to see whether it fails in a copy as it did in the
/// tree), as far as needed: up to the first that helps, and no further if copies are unfit.
async fn show_all(
    setting: &Setting<'_>,
    command: &Command,
    lone: Option<&Arc<LoneTest>>,
    cause: &[Cause],
    base: &Observation,
    parts: &[Option<&Trial>],
    silence: Option<Duration>,
) -> Result<Vec<Forecast>, AgentError> {
    let mut running = FuturesOrdered::new();
    for &part in parts {
        let copy = Copy::make(setting, silence)?;
        running.push_back(copy.show(setting, command, lone.cloned(), cause, base, part));
    }
    let mut shown = Vec::new();
    for part in parts {
        let Some(forecast) = running.next().await.transpose()? else {
            break;
        };
        let is_enough = match part {
            Some(_) => forecast.helps(),
            None => forecast != Forecast::Idle,
        };
        shown.push(forecast);
        if is_enough {
            break;
        }
    }
    Ok(shown)
}

/// A copy of the tree, and a run in it. Fields are dropped in this order.
struct Copy {
    run: Run,
    copy: TreeCopy,
    runner: ProcessRunner,
}

impl Copy {
    fn make(setting: &Setting<'_>, silence: Option<Duration>) -> Result<Self, AgentError> {
        let copy = TreeCopy::of(setting.tree)?;
        let root = copy.tree.root().to_owned();
        let info = RunInfo {
            command: String::new(),
            wait: None,
        };
        Ok(Self {
            run: copy.tree.begin(&info)?,
            runner: setting.runner.there(&root).silent_for(silence),
            copy,
        })
    }

    /// Runs the command with a fix, or with none, to see whether it fails here as it did in the tree.
    async fn show(
        mut self,
        setting: &Setting<'_>,
        command: &Command,
        lone: Option<Arc<LoneTest>>,
        cause: &[Cause],
        base: &Observation,
        trial: Option<&Trial>,
    ) -> Result<Forecast, AgentError> {
        let mut silent = Silent;
        let mut narrator = Narrator::new(&mut silent, false);
        let mut oracle = Oracle::new(
            command,
            &self.runner,
            setting.pipeline,
            &self.copy.tree,
            setting.options,
        )?;
        let Some(trial) = trial else {
            let observed = oracle.ask(&mut narrator).await?;
            return Ok(match observed.exit {
                ExitState::Cancelled => Forecast::Unknown,
                _ if is_alike(base, &observed) => Forecast::Idle,
                _ => Forecast::Harms("the command fails differently in a copy of the tree".to_owned()),
            });
        };
        let mut bench = Bench {
            oracle: &mut oracle,
            narrator: &mut narrator,
            run: &mut self.run,
            tools: setting.tools,
            tree: &self.copy.tree,
            causes: cause,
            ledger: &mut Ledger::default(),
            lone,
            standing: None,
        };
        bench.forecast(base, trial).await
    }
}

fn is_alike(base: &Observation, observed: &Observation) -> bool {
    let effect = Effect::of(&Comparison {
        before: &base.errors,
        after: &observed.errors,
        passes: observed.passes(),
        stopped_early: base.stopped_early,
        tests: base.tests().zip(observed.tests()),
        lines: &LineMap::default(),
    });
    base.exit == observed.exit && effect.gone.is_empty() && effect.caused.is_empty()
}
