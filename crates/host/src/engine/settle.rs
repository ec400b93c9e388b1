//! Finds the part of a batch of fixes that verifiably helps.
//!
//! The whole batch is applied and verified by one run of the command. If it does harm, the fixes to which the
//! harm points are separated, or the batch is halved, and each part is verified on top of the fixes that are
//! already known to be good. With h harmful fixes among n this takes in the order of h·log n runs (group
//! testing by halving, as in Zeller's delta debugging).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unbreak_core::policy::verdict::Observation;
use unbreak_core::{Edit, EventKind, ExitState, Fix, LineMap, RelPath, SafetyClass, Workspace};

use super::analyze::Cause;
use super::judge::Judged;
use super::ledger::Ledger;
use super::meter::Metered;
use super::narrator::Narrator;
use super::oracle::Oracle;
use super::proof::Proof;
use super::subject::LoneTest;
use crate::error::AgentError;
use crate::workspace::{Applied, Run, Tree};

/// The verdict on a fix that did neither harm nor good.
pub(super) const NO_EFFECT: &str = "did not make the failure go away";

/// A fix on trial, for one cause or for several that it would fix equally.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    /// Indices of its causes.
    pub(super) causes: Vec<usize>,
    pub(super) fix: Fix,
    /// Unified diff of this fix alone.
    pub(super) diff: String,
    /// The texts of the files it edits, before any fix of the batch.
    pub(super) base: BTreeMap<RelPath, Option<String>>,
    /// Other fixes for the same cause that would fit.
    pub(super) rivals: Vec<Fix>,
}

impl Trial {
    pub(super) fn new(cause: usize, fix: &Fix, tree: &Tree) -> Self {
        let text = |file: &RelPath| (file.clone(), tree.read_text(file).ok());
        Self {
            causes: vec![cause],
            fix: fix.clone(),
            diff: tree.preview(fix).unwrap_or_default(),
            base: fix.touched().map(text).collect(),
            rivals: Vec::new(),
        }
    }
}

/// The result of a batch.
pub(super) struct Settled {
    /// The fixes that are in the tree now, each with the result of its verification.
    pub(super) kept: Vec<(Trial, Proof)>,
    /// The last run of the command on exactly this tree.
    pub(super) observation: Observation,
    /// The step of the journal that put them there.
    pub(super) step: Option<Applied>,
}

/// Everything a verification needs.
pub(super) struct Bench<'a, 'o, 'n> {
    pub(super) oracle: &'a mut Oracle<'o>,
    pub(super) narrator: &'a mut Narrator<'n>,
    pub(super) run: &'a mut Run,
    pub(super) tools: &'a Metered<'a>,
    pub(super) tree: &'a Tree,
    pub(super) causes: &'a [Cause],
    pub(super) ledger: &'a mut Ledger,
    /// The test that runs alone before the whole command.
    pub(super) lone: Option<Arc<LoneTest>>,
    /// The step in the tree on trial.
    pub(super) standing: Option<Applied>,
}

impl Bench<'_, '_, '_> {
    /// Finds the part of a batch that helps, and leaves the tree with exactly that part applied.
    ///
    /// `may_go_on` is called before every run of the command; if it returns false, the fixes verified so far
    /// are the result.
    ///
    /// # Errors
    /// If the tree or the command could not be used; nothing of the batch is in the tree then.
    pub(super) async fn settle(
        &mut self,
        base: &Observation,
        batch: Vec<Trial>,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Settled, AgentError> {
        let mut good = Good::nothing(base);
        let mut queue = vec![batch];
        while let Some(group) = queue.pop() {
            if good.observation.passes() || !self.oracle.may_be_asked() || !may_go_on() {
                break;
            }
            good.stands = false;
            self.clear()?;
            match self.verify(base, &good, &group).await? {
                Verified::Unfit { reason } => self.divide(group, &mut queue, &reason),
                Verified::Stopped => break,
                Verified::Judged(
                    Judged::Good {
                        how,
                        trials,
                        revealed,
                    },
                    observation,
                ) => {
                    self.note_unmoved(&group, &trials);
                    let how = in_run(&observation, &how);
                    let causes = self.causes;
                    good.trials.extend(trials.into_iter().map(|trial| {
                        let proof = Proof::of(&trial, causes, &observation, &revealed, how.clone());
                        (trial, proof)
                    }));
                    good.observation = observation;
                    good.stands = true;
                }
                Verified::Judged(Judged::Partly { effective, idle }, _) => {
                    self.reject(idle, NO_EFFECT);
                    queue.extend((!effective.is_empty()).then_some(effective));
                }
                Verified::Judged(Judged::Harmful { suspects, rest, harm }, _) if rest.is_empty() => {
                    self.divide(suspects, &mut queue, &harm);
                }
                Verified::Judged(Judged::Harmful { suspects, rest, .. }, _) => queue.extend([suspects, rest]),
            }
        }
        let step = self.stand(&good)?;
        Ok(Settled {
            kept: good.trials,
            observation: good.observation,
            step,
        })
    }

    /// The result of one run of the command with a single fix. The tree is unchanged afterwards.
    ///
    /// # Errors
    /// As for [`settle`](Self::settle).
    pub(super) async fn forecast(
        &mut self,
        base: &Observation,
        trial: &Trial,
    ) -> Result<Forecast, AgentError> {
        let group = std::slice::from_ref(trial);
        let verified = self.verify(base, &Good::nothing(base), group).await;
        self.clear()?;
        Ok(match verified? {
            Verified::Judged(Judged::Good { how, .. }, _) => Forecast::Helps(how),
            Verified::Judged(Judged::Partly { .. }, _) => Forecast::Idle,
            Verified::Judged(Judged::Harmful { harm: reason, .. }, _) | Verified::Unfit { reason } => {
                Forecast::Harms(reason)
            }
            Verified::Stopped => Forecast::Unknown,
        })
    }

    /// Runs the command once with a group on top of the good fixes. The group stays in the tree.
    async fn verify(
        &mut self,
        base: &Observation,
        good: &Good,
        group: &[Trial],
    ) -> Result<Verified, AgentError> {
        let trials: Vec<&Trial> = good.trials.iter().map(|(trial, _)| trial).chain(group).collect();
        let lines = self.lines(&trials);
        let fixes: Vec<&Fix> = trials.iter().map(|trial| &trial.fix).collect();
        let applied = match self.run.apply(&fixes) {
            Ok(applied) => applied,
            Err(error) if error.is_about_the_fix() => {
                return Ok(Verified::Unfit {
                    reason: error.with_cause(),
                });
            }
            Err(error) => return Err(error.into()),
        };
        let prepared = self.run_commands(&fixes, &applied).await;
        self.standing = Some(applied);
        if let Err(reason) = prepared {
            return Ok(Verified::Unfit { reason });
        }
        announce(self.narrator, self.causes, group);
        let observation = match self.observe(group).await {
            Ok(Ok(observation)) => observation,
            Ok(Err(reason)) => return Ok(Verified::Unfit { reason }),
            Err(error) => {
                self.clear()?;
                return Err(error);
            }
        };
        if observation.exit == ExitState::Cancelled {
            return Ok(Verified::Stopped);
        }
        let judged = self.judge(base, &observation, &lines, group);
        self.tell_verdict(base, &observation, &judged);
        Ok(Verified::Judged(judged, observation))
    }

    /// The result of the command on the present tree, or the reason why it need not run, if the test still
    /// fails alone.
    async fn observe(&mut self, group: &[Trial]) -> Result<Result<Observation, String>, AgentError> {
        match self.fails_alone(group).await? {
            Some(reason) => Ok(Err(reason)),
            None => self.oracle.ask(self.narrator).await.map(Ok),
        }
    }

    /// Separates the more certain fixes of a harmful group from the others, or halves it; a single fix is
    /// rejected.
    fn divide(&mut self, mut group: Vec<Trial>, queue: &mut Vec<Vec<Trial>>, reason: &str) {
        if group.len() == 1 {
            return self.reject(group, reason);
        }
        let (sure, other): (Vec<Trial>, Vec<Trial>) = group
            .iter()
            .cloned()
            .partition(|trial| trial.fix.safety == SafetyClass::Safe);
        if !sure.is_empty() && !other.is_empty() {
            queue.extend([other, sure]);
            return;
        }
        let second = group.split_off(group.len() / 2);
        queue.push(second);
        queue.push(group);
    }

    fn reject(&mut self, trials: Vec<Trial>, reason: &str) {
        if trials.is_empty() {
            return;
        }
        for trial in &trials {
            for &cause in &trial.causes {
                self.ledger.fail(&self.causes[cause].key, &trial.fix, reason);
            }
        }
        let fixes = trials.into_iter().map(|trial| trial.fix.title).collect();
        self.narrator.tell(EventKind::Rollback {
            fixes,
            reason: reason.to_owned(),
        });
    }

    /// Runs the commands of fixes (an install, a generator), so that their changes are part of the step.
    async fn run_commands(&mut self, fixes: &[&Fix], applied: &Applied) -> Result<(), String> {
        let mut commands = fixes.iter().flat_map(|fix| &fix.commands).peekable();
        if commands.peek().is_none() {
            return Ok(());
        }
        for command in commands {
            let done = self
                .tools
                .install(command)
                .await
                .map_err(|error| error.to_string())?;
            if !done.exit.is_success() {
                let said = String::from_utf8_lossy(&done.stderr);
                return Err(format!("'{command}' ended with {}: {}", done.exit, said.trim()));
            }
        }
        self.run.seal(applied).map_err(|error| error.to_string())
    }

    /// Rolls back the step on trial.
    fn clear(&mut self) -> Result<(), AgentError> {
        match self.standing.take() {
            Some(applied) => Ok(self.run.rollback(applied)?),
            None => Ok(()),
        }
    }

    /// Leaves exactly the good fixes in the tree.
    fn stand(&mut self, good: &Good) -> Result<Option<Applied>, AgentError> {
        if good.stands {
            return Ok(self.standing.take());
        }
        self.clear()?;
        if good.trials.is_empty() {
            return Ok(None);
        }
        let fixes: Vec<&Fix> = good.trials.iter().map(|(trial, _)| &trial.fix).collect();
        Ok(Some(self.run.apply(&fixes)?))
    }

    /// The line map of a set of fixes, from the texts before they are applied.
    fn lines(&self, trials: &[&Trial]) -> LineMap {
        let edits: Vec<&Edit> = trials.iter().flat_map(|trial| &trial.fix.edits).collect();
        let files: BTreeSet<&RelPath> = edits.iter().map(|edit| &edit.file).collect();
        let mut lines = LineMap::default();
        for file in files {
            let source = self.tree.read_text(file).unwrap_or_default();
            lines.add(
                file,
                &source,
                edits.iter().copied().filter(|edit| &edit.file == file),
            );
        }
        lines
    }

    /// Records the causes that a fix was also meant for, but did not resolve.
    fn note_unmoved(&mut self, group: &[Trial], mended: &[Trial]) {
        for (before, after) in group.iter().zip(mended) {
            for cause in before.causes.iter().filter(|cause| !after.causes.contains(cause)) {
                self.ledger.fail(&self.causes[*cause].key, &before.fix, NO_EFFECT);
            }
        }
    }

    fn tell_verdict(&mut self, base: &Observation, now: &Observation, judged: &Judged) {
        let (kept, verdict) = match judged {
            Judged::Good { how, .. } => (true, in_run(now, how)),
            Judged::Partly { effective, idle } => (
                false,
                format!(
                    "{} of {} fixes helped",
                    effective.len(),
                    effective.len() + idle.len()
                ),
            ),
            Judged::Harmful { harm, .. } => (false, harm.clone()),
        };
        self.narrator.tell(EventKind::Verify {
            kept,
            exit: now.exit,
            errors_before: base.errors.len(),
            errors_after: now.errors.len(),
            verdict,
        });
    }
}

/// Reports which fixes are about to be tried.
pub(super) fn announce(narrator: &mut Narrator<'_>, causes: &[Cause], trials: &[Trial]) {
    for trial in trials {
        for &cause in &trial.causes {
            narrator.tell(EventKind::Fix {
                analysis: causes[cause].analysis.id,
                fix: trial.fix.clone(),
                diff: trial.diff.clone(),
            });
        }
    }
}

/// A verdict with the run on which it is based.
fn in_run(observation: &Observation, how: &str) -> String {
    format!("run {}: {how}", observation.run)
}

/// The fixes that are known to help so far, and the result of the command with exactly these.
struct Good {
    trials: Vec<(Trial, Proof)>,
    observation: Observation,
    /// Whether exactly these are in the tree at the moment.
    stands: bool,
}

impl Good {
    fn nothing(base: &Observation) -> Self {
        Self {
            trials: Vec::new(),
            observation: base.clone(),
            stands: false,
        }
    }
}

/// The expected effect of a single fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Forecast {
    /// It helps, with the evidence for that.
    Helps(String),
    /// It changes nothing.
    Idle,
    /// It does harm, or does not fit.
    Harms(String),
    /// The operator interrupted the command.
    Unknown,
}

impl Forecast {
    pub(super) fn helps(&self) -> bool {
        matches!(self, Self::Helps(_))
    }
}

/// The result of verifying a group with one run of the command.
enum Verified {
    Judged(Judged, Observation),
    /// The group does not fit the tree, or not together, or its test still fails alone.
    Unfit {
        reason: String,
    },
    /// The operator interrupted the command.
    Stopped,
}
