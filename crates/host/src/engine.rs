//! The loop (SPEC L1-L8): run, parse, group, propose, apply, verify, keep or take back.

mod analyze;
mod contain;
mod doubt;
mod leap;
mod ledger;
mod meter;
mod narrator;
pub(crate) mod oracle;
mod past;
mod propose;
mod ready;
mod settle;
mod view;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use unbreak_core::event::FixResult;
use unbreak_core::fix::apply_edits;
use unbreak_core::policy::stuck::StuckDetector;
use unbreak_core::redact::Redact as _;
use unbreak_core::{
    Command, ErrorType, EventKind, FileOp, Fix, FixContext, KeptFix, Memory, Outcome, Registry, RelPath,
    Report, SafetyClass,
};
use unbreak_parsers::Pipeline;

use self::analyze::{Cause, CauseKey};
use self::doubt::Doubt;
use self::ledger::Ledger;
pub(crate) use self::meter::Metered;
use self::narrator::Narrator;
use self::oracle::{Observation, Oracle, PipelineReader, millis};
use self::propose::{Proposer, Reach};
use self::ready::Ready;
use self::settle::{Bench, Settled, Trial};
use self::view::View;
use crate::agent::{Observer, RunOptions};
use crate::commit::Change;
use crate::error::AgentError;
use crate::runner::{CancelToken, ProcessRunner};
use crate::workspace::{Applied, Run, Tree};

/// What the loop works with and does not change.
pub(crate) struct Setting<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) pipeline: &'a Pipeline,
    pub(crate) tree: &'a Tree,
    pub(crate) runner: &'a ProcessRunner,
    /// The same for strategies, with a clock of its own.
    pub(crate) tools: &'a Metered<'a>,
    pub(crate) memory: Option<&'a dyn Memory>,
    pub(crate) options: &'a RunOptions,
    pub(crate) cancel: &'a CancelToken,
    pub(crate) started: Instant,
}

impl Setting<'_> {
    fn is_out_of_time(&self) -> bool {
        self.options
            .budget_time
            .is_some_and(|budget| self.started.elapsed() >= budget)
    }

    fn may_go_on(&self) -> bool {
        !self.cancel.is_cancelled() && !self.is_out_of_time()
    }
}

/// What came of a run.
pub(crate) struct Repaired {
    pub(crate) report: Report,
    /// What each of the report's fixes did to files, in the same order.
    pub(crate) changes: Vec<Vec<Change>>,
}

/// Repairs the command's failure as far as it can, and gives the account.
///
/// # Errors
/// When the command cannot be started, or the tree cannot be read or written. Whatever is in the
/// tree then has been verified.
pub(crate) async fn repair(
    setting: &Setting<'_>,
    command: &Command,
    run: &mut Run,
    observer: &mut dyn Observer,
) -> Result<Repaired, AgentError> {
    let mut narrator = Narrator::new(observer);
    let mut oracle = Oracle::new(
        command,
        setting.runner,
        setting.pipeline,
        setting.tree,
        setting.options,
    );
    let _ready = Ready::of(setting, command).await;
    let first = oracle.ask(&mut narrator).await?;
    let report = Report::new(run.id(), command.to_string(), first.exit);
    let mut rounds = Rounds {
        setting,
        oracle,
        narrator,
        run,
        ledger: Ledger::default(),
        report,
        changes: Vec::new(),
        steps: Vec::new(),
        proposals: BTreeMap::new(),
        leapt_from: None,
        doubt: None,
    };
    let (outcome, last) = rounds.go(first).await?;
    rounds.close(outcome, last)
}

/// The state that one iteration hands to the next.
struct Rounds<'a, 'o, 'n> {
    setting: &'a Setting<'a>,
    oracle: Oracle<'o>,
    narrator: Narrator<'n>,
    run: &'a mut Run,
    ledger: Ledger,
    report: Report,
    changes: Vec<Vec<Change>>,
    /// Journal steps of verified fixes that are not committed yet: a dry run takes them back.
    steps: Vec<Applied>,
    /// Whether the last of them may be the wrong one.
    doubt: Option<Doubt>,
    /// What was proposed for the causes of the tree as it is.
    proposals: BTreeMap<(Reach, CauseKey), Vec<Fix>>,
    /// The tree from which a leap was tried last.
    leapt_from: Option<u64>,
}

impl Rounds<'_, '_, '_> {
    async fn go(&mut self, first: Observation) -> Result<(Outcome, Observation), AgentError> {
        let limit = self.setting.options.max_iterations;
        let mut stuck = StuckDetector::new(self.setting.options.stuck_after);
        let mut now = first;
        for iteration in 1..=limit {
            if let Some(outcome) = self.is_over(&now) {
                return Ok((outcome, now));
            }
            self.narrator.enter_iteration(iteration);
            self.report.iterations = iteration;
            match self.iterate(&now).await? {
                Some(next) => now = next,
                // Strategies that were interrupted had nothing to propose for that reason.
                None => return Ok((self.is_over(&now).unwrap_or(Outcome::NoFix), now)),
            }
            let (watched, verdict) = stuck.observe(&now.errors, self.tree_digest());
            stuck = watched;
            if let Some(how) = verdict.filter(|_| !now.passes()) {
                if let Some(better) = self.reconsider(&now).await? {
                    now = better;
                    continue;
                }
                self.narrator.tell(EventKind::Stuck {
                    reason: how.to_string(),
                });
                return Ok((Outcome::Stuck, now));
            }
        }
        if let Some(outcome) = self.is_over(&now) {
            return Ok((outcome, now));
        }
        self.narrator.tell(EventKind::MaxIterations { limit });
        Ok((Outcome::MaxIterations, now))
    }

    /// Whether there is nothing (more) to do, or no leave to do it.
    fn is_over(&mut self, now: &Observation) -> Option<Outcome> {
        if now.passes() {
            self.narrator.tell(EventKind::Success {
                runs: self.oracle.runs(),
            });
            return Some(if self.report.fixed.is_empty() {
                Outcome::AlreadyPassing
            } else {
                Outcome::Fixed
            });
        }
        if self.setting.cancel.is_cancelled() {
            return Some(Outcome::Interrupted);
        }
        let budget = self.used_up()?.to_owned();
        self.narrator.tell(EventKind::BudgetExhausted {
            budget: budget.clone(),
        });
        Some(Outcome::BudgetExhausted { budget })
    }

    /// The budget without which nothing more can be verified.
    fn used_up(&self) -> Option<&'static str> {
        if self.setting.is_out_of_time() {
            return Some("time");
        }
        (!self.oracle.may_be_asked()).then_some("runs")
    }

    fn may_verify(&self) -> bool {
        self.setting.may_go_on() && self.oracle.may_be_asked()
    }

    /// One iteration; `None` when nobody has a proposal.
    async fn iterate(&mut self, now: &Observation) -> Result<Option<Observation>, AgentError> {
        let causes = analyze::analyze(&now.errors, self.setting.registry);
        self.tell_analysis(&causes, now);
        let mut batch = self.batch(&causes, now, Reach::Usual).await;
        if batch.is_empty() {
            if let Some(landed) = self.leap(now).await? {
                return Ok(Some(landed));
            }
            batch = self.batch(&causes, now, Reach::LastResort).await;
        }
        if batch.is_empty() {
            if let Some(better) = self.reconsider(now).await? {
                return Ok(Some(better));
            }
            self.give_up(&causes);
            return Ok(None);
        }
        let settled = self.settle(&causes, now, batch).await?;
        self.account(&causes, &settled);
        self.keep(&causes, settled, now).map(Some)
    }

    /// The part of a batch that helps, in the tree.
    async fn settle(
        &mut self,
        causes: &[Cause],
        now: &Observation,
        batch: Vec<Trial>,
    ) -> Result<Settled, AgentError> {
        let setting = self.setting;
        let mut bench = Bench {
            oracle: &mut self.oracle,
            narrator: &mut self.narrator,
            run: self.run,
            tools: setting.tools,
            tree: setting.tree,
            causes,
            ledger: &mut self.ledger,
            standing: None,
        };
        bench.settle(now, batch, &|| setting.may_go_on()).await
    }

    fn tell_analysis(&mut self, causes: &[Cause], now: &Observation) {
        let analyses = causes.iter().map(|cause| cause.analysis.clone()).collect();
        self.narrator.tell(EventKind::Analyze { analyses });
        if now
            .errors
            .iter()
            .all(|error| error.error_type == ErrorType::Unknown)
        {
            self.narrator.tell(EventKind::UnknownError {
                excerpt: now.tail.clone(),
            });
        }
    }

    /// The best untried fix of every cause, as far as they can stand together. When some of them are
    /// safe the others wait: what only follows from a fault needs no fix of its own once that is mended.
    async fn batch(&mut self, causes: &[Cause], now: &Observation, reach: Reach) -> Vec<Trial> {
        let mut chosen = self.choose(causes, now, reach).await;
        if chosen.iter().any(|(_, fix)| fix.safety == SafetyClass::Safe) {
            for (index, fix) in chosen.extract_if(.., |(_, fix)| fix.safety != SafetyClass::Safe) {
                let reason = format!("'{}' waits: safe fixes are tried first", fix.title);
                self.ledger.idle(&causes[index].key, reason);
            }
        }
        self.enrol(causes, &chosen)
    }

    /// Fixes as trials, as far as they can stand together.
    fn enrol(&mut self, causes: &[Cause], chosen: &[(usize, Fix)]) -> Vec<Trial> {
        let mut batch: Vec<Trial> = Vec::new();
        for (index, fix) in chosen {
            self.ledger
                .enrol(&mut batch, *index, &causes[*index], fix, self.setting.tree);
        }
        batch
    }

    /// The best untried fix of every cause that has one.
    async fn choose(&mut self, causes: &[Cause], now: &Observation, reach: Reach) -> Vec<(usize, Fix)> {
        let setting = self.setting;
        let reader = PipelineReader {
            pipeline: setting.pipeline,
            tree: setting.tree,
        };
        let tools = setting.tree.tools_directory();
        let view = View::of(setting.tree);
        let mut context = FixContext::new(&view, setting.tools, self.oracle.command, &setting.options.allow);
        context.diagnostics = &now.errors;
        context.output = &now.tail;
        context.reader = Some(&reader);
        context.tools = Some(&tools);
        context.memory = setting.memory;
        let proposer = Proposer {
            reach,
            registry: setting.registry,
            context,
            assume_yes: setting.options.assume_yes,
        };
        let mut chosen = Vec::new();
        for (index, cause) in causes.iter().enumerate() {
            let key = (reach, cause.key.clone());
            if !self.proposals.contains_key(&key) {
                let proposed = proposer.propose(cause, &mut self.ledger).await;
                self.proposals.insert(key.clone(), proposed);
            }
            let fixes = &self.proposals[&key];
            if let Some(fix) = proposer.choose(cause, fixes, &mut self.ledger, &mut self.narrator) {
                chosen.push((index, fix.clone()));
            }
        }
        chosen
    }

    fn give_up(&mut self, causes: &[Cause]) {
        let results: Vec<FixResult> = causes.iter().map(|cause| self.ledger.unresolved(cause)).collect();
        let reasons = results
            .iter()
            .map(|result| format!("{}: {}", result.place, result.outcome))
            .collect();
        self.report.unresolved = results.clone();
        self.narrator.tell(EventKind::FixResults { results });
        if self.setting.may_go_on() {
            self.narrator.tell(EventKind::NoFix { reasons });
        }
    }

    /// Says of every cause what became of it.
    fn account(&mut self, causes: &[Cause], settled: &Settled) {
        let mended_by = |index: usize| {
            let own = settled
                .kept
                .iter()
                .find(|(trial, _)| trial.causes.contains(&index));
            // When the command passes, what no fix was aimed at went with another cause.
            own.or_else(|| settled.kept.first().filter(|_| settled.observation.passes()))
        };
        let results: Vec<FixResult> = causes
            .iter()
            .enumerate()
            .map(|(index, cause)| match mended_by(index) {
                Some((trial, _)) => self.ledger.fixed(cause, &trial.fix),
                None => self.ledger.unresolved(cause),
            })
            .collect();
        self.report.unresolved = results
            .iter()
            .filter(|result| !result.outcome.is_fixed())
            .cloned()
            .collect();
        self.narrator.tell(EventKind::FixResults { results });
    }

    /// Makes the verified fixes part of the run's result.
    fn keep(
        &mut self,
        causes: &[Cause],
        settled: Settled,
        before: &Observation,
    ) -> Result<Observation, AgentError> {
        if settled.step.is_some() {
            self.doubt = Doubt::about(&settled, causes, before, self.report.fixed.len());
        }
        if let Some(step) = settled.step {
            self.proposals.clear();
            self.steps.push(step);
        }
        self.commit()?;
        let trials: Vec<&Trial> = settled.kept.iter().map(|(trial, _)| trial).collect();
        self.changes
            .extend((0..trials.len()).map(|index| changes(&trials, index)));
        for (trial, verified) in settled.kept {
            self.report
                .fixed
                .push(kept_fix(self.report.iterations, &trial, causes, verified));
        }
        Ok(settled.observation)
    }

    fn commit(&mut self) -> Result<(), AgentError> {
        if !self.setting.options.dry_run {
            let sure = self.steps.len() - usize::from(self.doubt.is_some());
            for step in self.steps.drain(..sure) {
                self.run.commit(step)?;
            }
        }
        Ok(())
    }

    fn tree_digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.run.diff().hash(&mut hasher);
        hasher.finish()
    }

    fn close(mut self, outcome: Outcome, last: Observation) -> Result<Repaired, AgentError> {
        self.doubt = None;
        self.commit()?;
        let mut report = self.report;
        report.diff = self.run.diff();
        for step in self.steps.into_iter().rev() {
            self.run.rollback(step)?;
        }
        if last.passes() {
            report.unresolved.clear();
        } else {
            report.output_tail.clone_from(&last.tail);
        }
        report.outcome = outcome;
        report.exit = last.exit;
        report.remaining = last.errors;
        report.dry_run = self.setting.options.dry_run;
        (report.refused, report.warnings) = self.ledger.close();
        report.runs = self.oracle.runs();
        report.command_ms = millis(self.oracle.command_time());
        report.tools_ms = millis(self.setting.tools.spent());
        report.engine_ms =
            millis(self.setting.started.elapsed()).saturating_sub(report.command_ms + report.tools_ms);
        report.redact();
        Ok(Repaired {
            report,
            changes: self.changes,
        })
    }
}

/// What the fix `index` did to the files it touches, on top of those before it.
fn changes(trials: &[&Trial], index: usize) -> Vec<Change> {
    let files = trials[index].base.keys();
    let change = |file: &RelPath| Change {
        file: file.clone(),
        before: text_after(&trials[..index], trials, file),
        after: text_after(&trials[..=index], trials, file),
    };
    files.map(change).collect()
}

/// The text of a file once `applied` are; `all` know the texts before any is.
fn text_after(applied: &[&Trial], all: &[&Trial], file: &RelPath) -> Option<String> {
    let base = |file: &RelPath| {
        all.iter()
            .find_map(|trial| trial.base.get(file))
            .cloned()
            .flatten()
    };
    let mut text = base(file);
    for op in applied.iter().flat_map(|trial| &trial.fix.files) {
        match op {
            FileOp::Create {
                file: created,
                content,
            } if created == file => text = Some(content.clone()),
            FileOp::Rename { from, to } if to == file => text = base(from),
            FileOp::Delete { file: gone } | FileOp::Rename { from: gone, .. } if gone == file => text = None,
            _ => {}
        }
    }
    let edits = applied
        .iter()
        .flat_map(|trial| &trial.fix.edits)
        .filter(|edit| &edit.file == file);
    text.map(|text| apply_edits(&text, edits).unwrap_or(text))
}

fn kept_fix(iteration: u32, trial: &Trial, causes: &[Cause], verified: String) -> KeptFix {
    let fix = &trial.fix;
    let targets: usize = trial
        .causes
        .iter()
        .map(|&cause| causes[cause].targets.len())
        .sum();
    KeptFix {
        iteration,
        strategy: fix.strategy.clone(),
        title: fix.title.clone(),
        rationale: fix.rationale.clone(),
        confidence: fix.confidence,
        safety: fix.safety,
        diagnostic: causes[trial.causes[0]].analysis.diagnostic.clone(),
        also: targets.saturating_sub(1),
        diff: trial.diff.clone(),
        verified,
    }
}
