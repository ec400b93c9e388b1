//! The loop: run, parse, group, propose, apply, verify, keep or roll back.

mod analyze;
mod attempts;
mod attribute;
mod audit;
mod consult;
mod contain;
mod contest;
mod coverage;
mod deliver;
#[cfg(feature = "strategies")]
mod diagnose;
mod disturbance;
mod doubt;
mod judge;
mod leap;
mod ledger;
mod meter;
mod narrator;
pub(crate) mod oracle;
mod past;
mod plan;
mod proof;
mod propose;
mod ready;
pub(crate) mod recall;
mod rehearse;
mod remnant;
mod restore;
mod result;
mod settle;
mod sight;
mod subject;
mod view;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use unbreak_core::event::FixResult;
use unbreak_core::policy::stuck::StuckDetector;
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{
    Command, ErrorType, EventKind, Fix, FixContext, Memory, Model, Models, Outcome, Registry, Report,
    SafetyClass,
};
use unbreak_parsers::Pipeline;

use self::analyze::{Cause, CauseKey};
use self::attempts::AttemptAccount;
use self::attribute::Repetition;
pub(crate) use self::deliver::Deliverables;
use self::doubt::Doubt;
use self::ledger::Ledger;
pub(crate) use self::meter::Metered;
use self::narrator::Narrator;
use self::oracle::{Oracle, PipelineReader};
use self::propose::{Proposer, Reach};
use self::ready::Ready;
use self::rehearse::Stage;
use self::result::Kept;
use self::settle::{Bench, Settled, Trial};
use self::subject::{LoneTests, Subject};
use self::view::View;
use crate::agent::{Observer, RunOptions};
use crate::commit::Change;
use crate::context::{Findings, Survey};
use crate::error::AgentError;
use crate::machine::LocalMachine;
use crate::model::Purse;
use crate::runner::{CancelToken, ProcessRunner};
use crate::workspace::{Applied, Run, Tree};

/// The inputs of the loop, which it does not change.
pub(crate) struct Setting<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) pipeline: &'a Pipeline,
    pub(crate) tree: &'a Tree,
    /// A directory that commands may write to.
    pub(crate) scratch: &'a Path,
    pub(crate) runner: &'a ProcessRunner,
    /// The same for strategies, with a clock of its own.
    pub(crate) tools: &'a Metered<'a>,
    /// The machine, for questions about what is missing outside the tree.
    pub(crate) machine: LocalMachine,
    pub(crate) memory: Option<&'a dyn Memory>,
    /// The models that may be asked, and their budget.
    pub(crate) purse: &'a Purse,
    pub(crate) options: &'a RunOptions,
    pub(crate) cancel: &'a CancelToken,
    pub(crate) started: Instant,
    /// Whether events and the report may contain secrets.
    pub(crate) shows_secrets: bool,
}

impl Setting<'_> {
    fn is_out_of_time(&self) -> bool {
        self.options
            .budget_time
            .is_some_and(|budget| self.started.elapsed() >= budget)
    }

    /// The survey that gathers briefings of the present tree.
    fn survey<'s>(
        &'s self,
        view: &'s View<'s>,
        reader: &'s PipelineReader<'s>,
        oracle: &Oracle<'s>,
        now: &'s Observation,
        findings: &Arc<Findings>,
    ) -> Survey<'s> {
        const QUICK: Duration = Duration::from_secs(5);
        let is_quick = oracle.usual_time().is_some_and(|time| time < QUICK);
        Survey {
            workspace: view,
            runner: self.tools,
            reader,
            memory: self.memory,
            command: oracle.command,
            output: &now.tail,
            task: self.options.task.as_ref(),
            localiser: self.registry.tool("localise_fault").filter(|_| is_quick),
            scratch: self.scratch,
            findings: Arc::clone(findings),
        }
    }

    fn may_go_on(&self) -> bool {
        !self.cancel.is_cancelled() && !self.is_out_of_time()
    }

    /// The root causes of what a run reports.
    fn causes(&self, now: &Observation) -> Vec<Cause> {
        let has_models = !self.purse.is_empty();
        let is_by_test = self.options.task.is_some();
        analyze::analyze(&now.errors, self.registry, has_models, is_by_test)
    }

    /// Awaits a plug-in as long as the run may continue; a panic becomes an error with the panic's message.
    async fn wait_for<T>(&self, plugin: impl Future<Output = T>) -> Option<Result<T, String>> {
        let out_of_time = async {
            match self.options.budget_time {
                Some(budget) => tokio::time::sleep_until((self.started + budget).into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            value = contain::future(plugin) => Some(value),
            () = self.cancel.cancelled() => None,
            () = out_of_time => None,
        }
    }
}

/// The result of a run.
pub(crate) struct Repaired {
    pub(crate) report: Report,
    /// The changes of each of the report's fixes to files, in the same order.
    pub(crate) changes: Vec<Vec<Change>>,
}

/// Repairs the command's failure as far as possible, and returns the report.
///
/// # Errors
/// If the command cannot be started, or the tree cannot be read or written. All fixes in the tree have been
/// verified then.
pub(crate) async fn repair(
    setting: &Setting<'_>,
    command: &Command,
    run: &mut Run,
    observer: &mut dyn Observer,
) -> Result<Repaired, AgentError> {
    let mut narrator = Narrator::new(observer, setting.shows_secrets);
    let sandbox = setting.runner.sandbox().confinement().clone();
    narrator.tell(EventKind::Start {
        sandbox: sandbox.clone(),
    });
    let mut oracle = Oracle::new(
        command,
        setting.runner,
        setting.pipeline,
        setting.tree,
        setting.options,
    )?;
    let _ready = Ready::of(setting, command).await;
    let first = oracle.ask(&mut narrator).await?;
    let mut report = Report::new(run.id(), command.to_string(), first.exit);
    report.sandbox = Some(sandbox);
    let mut rounds = Rounds {
        setting,
        oracle,
        narrator,
        run,
        ledger: Ledger::default(),
        report,
        kept: Vec::new(),
        failed_before: 1,
        first: first.clone(),
        repetition: Repetition::NotTried,
        steps: Vec::new(),
        proposals: BTreeMap::new(),
        leapt_from: None,
        began: SystemTime::now(),
        doubt: None,
        stage: Stage::default(),
        attempts: BTreeMap::new(),
        findings: Arc::default(),
        subject: Subject::default(),
        lone_tests: LoneTests::new(),
    };
    let (outcome, last) = match rounds.go_and_audit(first.clone()).await {
        Err(error) if error.is_disturbance() => rounds.give_way(&error, first).await?,
        ended => ended?,
    };
    #[cfg(feature = "strategies")]
    rounds.diagnose(&last).await;
    rounds.close(outcome, last)
}

/// How often the fixes of a run are audited at most. Each audit that rolls one back lets the next ones be tried.
const MOST_AUDITS: usize = 4;

/// The state that one iteration hands to the next.
struct Rounds<'a, 'o, 'n> {
    setting: &'a Setting<'a>,
    oracle: Oracle<'o>,
    narrator: Narrator<'n>,
    run: &'a mut Run,
    ledger: Ledger,
    report: Report,
    /// The fixes in the tree, in the order in which they were kept.
    kept: Vec<Kept>,
    /// How often the command was seen to fail before the first fix.
    failed_before: u32,
    /// The run before the first fix.
    first: Observation,
    /// The result of running it twice before the first fix.
    repetition: Repetition,
    /// Journal steps of verified fixes that are not committed yet: a dry run rolls them back.
    steps: Vec<Applied>,
    /// The doubt whether the last of them is the right one.
    doubt: Option<Doubt>,
    /// The proposals for the causes of the present tree.
    proposals: BTreeMap<(Reach, CauseKey), Vec<Fix>>,
    /// The tree from which a leap was last tried.
    leapt_from: Option<u64>,
    /// When the rounds began.
    began: SystemTime,
    /// Where alternatives are tried in parallel.
    stage: Stage,
    /// The attempts to repair causes with models.
    attempts: BTreeMap<CauseKey, Arc<AttemptAccount>>,
    /// Findings for briefings of models.
    findings: Arc<Findings>,
    /// The causes for which fixes are chosen at the moment.
    subject: Subject,
    /// The tests that were run alone.
    lone_tests: LoneTests,
}

impl Rounds<'_, '_, '_> {
    async fn go_and_audit(&mut self, first: Observation) -> Result<(Outcome, Observation), AgentError> {
        let mut now = first;
        let mut rounds_left = MOST_AUDITS;
        loop {
            let (outcome, last) = self.go(now).await?;
            let kept = self.kept.len();
            let (outcome, last) = self.audit(outcome, last).await?;
            rounds_left -= 1;
            // What did not stay has hidden the fixes behind it.
            let may_hide = self.kept.len() < kept && !last.passes();
            if !may_hide || rounds_left == 0 || !self.may_verify() {
                return Ok((outcome, last));
            }
            now = last;
        }
    }

    async fn go(&mut self, first: Observation) -> Result<(Outcome, Observation), AgentError> {
        let limit = self.setting.options.max_iterations;
        let mut stuck = StuckDetector::new(self.setting.options.stuck_after);
        let mut now = match self.repeat(first).await? {
            ControlFlow::Continue(now) => now,
            ControlFlow::Break(passing) => return Ok((Outcome::PassesUnchanged, passing)),
        };
        // Behind an audit the count goes on.
        for iteration in self.report.iterations + 1..=limit {
            if let Some(outcome) = self.is_over(&now) {
                return Ok((outcome, now));
            }
            self.narrator.enter_iteration(iteration);
            self.report.iterations = iteration;
            match self.iterate(&now).await? {
                Some(next) => now = next,
                // Strategies that were interrupted had no proposal for that reason.
                None => return Ok((self.is_over(&now).unwrap_or_else(|| self.no_fix(&now)), now)),
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

    /// Returns whether there is nothing (more) to do, or the run may not continue.
    fn is_over(&mut self, now: &Observation) -> Option<Outcome> {
        if now.passes() {
            self.narrator.tell(EventKind::Success {
                runs: self.oracle.runs(),
            });
            return Some(if self.kept.is_empty() {
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

    /// The exhausted budget without which nothing more can be verified.
    fn used_up(&self) -> Option<&'static str> {
        if self.setting.is_out_of_time() {
            return Some("time");
        }
        if !self.oracle.may_be_asked() {
            return Some("runs");
        }
        self.setting.purse.used_up()
    }

    fn may_verify(&self) -> bool {
        self.setting.may_go_on() && self.oracle.may_be_asked()
    }

    /// Runs one iteration; `None` if no strategy has a proposal.
    async fn iterate(&mut self, now: &Observation) -> Result<Option<Observation>, AgentError> {
        let causes = self.causes(now);
        self.tell_analysis(&causes, now);
        // A linter's own edits are for each other: one leaves what another one is for.
        if now.errors.iter().all(leap::is_finding)
            && let Some(landed) = self.leap(now).await?
        {
            return Ok(Some(landed));
        }
        if let Some(next) = self.advance(&causes, now, Reach::Usual).await? {
            return Ok(Some(next));
        }
        if let Some(landed) = self.leap(now).await? {
            return Ok(Some(landed));
        }
        if let Some(next) = self.advance(&causes, now, Reach::LastResort).await? {
            return Ok(Some(next));
        }
        if let Some(better) = self.reconsider(now).await? {
            return Ok(Some(better));
        }
        let consulted = self.consult(&causes, now).await;
        self.subject = Subject::All;
        if let Some(better) = consulted? {
            return Ok(Some(better));
        }
        self.give_up(&causes);
        Ok(None)
    }

    /// Tries the best fixes of the first subject that has any; `None` if none has.
    async fn advance(
        &mut self,
        causes: &[Cause],
        now: &Observation,
        reach: Reach,
    ) -> Result<Option<Observation>, AgentError> {
        for subject in self.subjects(causes) {
            self.subject = subject;
            let batch = self.batch(causes, now, reach).await;
            if batch.is_empty() {
                continue;
            }
            let settled = self.settle(causes, now, batch).await;
            self.subject = Subject::All;
            let settled = settled?;
            self.account(causes, &settled);
            return self.keep(causes, settled, now).map(Some);
        }
        self.subject = Subject::All;
        Ok(None)
    }

    fn causes(&self, now: &Observation) -> Vec<Cause> {
        self.setting.causes(now)
    }

    /// Finds the part of a batch that helps, and leaves it in the tree.
    async fn settle(
        &mut self,
        causes: &[Cause],
        now: &Observation,
        batch: Vec<Trial>,
    ) -> Result<Settled, AgentError> {
        let lone = self.lone_test(causes).await?;
        let setting = self.setting;
        let mut bench = Bench {
            oracle: &mut self.oracle,
            narrator: &mut self.narrator,
            run: self.run,
            tools: setting.tools,
            tree: setting.tree,
            causes,
            ledger: &mut self.ledger,
            lone,
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

    /// The best untried fix of every cause, as far as they can be applied together. If some of them are safe,
    /// the others wait: an error that only follows from another needs no fix of its own once that is fixed.
    async fn batch(&mut self, causes: &[Cause], now: &Observation, reach: Reach) -> Vec<Trial> {
        self.rehearse(causes, now, reach).await;
        let mut chosen = self.choose(causes, now, reach).await;
        if chosen.iter().any(|(_, fix)| fix.safety == SafetyClass::Safe) {
            for (index, fix) in chosen.extract_if(.., |(_, fix)| fix.safety != SafetyClass::Safe) {
                let reason = format!("“{}” waits: safe fixes are tried first", fix.title);
                self.ledger.idle(&causes[index].key, reason);
            }
        }
        self.enrol(causes, &chosen)
    }

    /// Makes trials of fixes, as far as they can be applied together.
    fn enrol(&mut self, causes: &[Cause], chosen: &[(usize, Fix)]) -> Vec<Trial> {
        let mut batch: Vec<Trial> = Vec::new();
        for (index, fix) in chosen {
            self.ledger
                .enrol(&mut batch, *index, &causes[*index], fix, self.setting.tree);
        }
        for trial in &mut batch {
            let key = &causes[trial.causes[0]].key;
            let proposed = self.proposals.iter().filter(|((_, of), _)| of == key);
            let rivals = contest::rivals(&trial.fix, proposed.flat_map(|(_, fixes)| fixes));
            trial.rivals = rivals.take(contest::MOST_RIVALS).cloned().collect();
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
        let view = View::of(setting.tree, &self.kept);
        let mut context = FixContext::new(&view, setting.tools, self.oracle.command, &setting.options.allow);
        context.diagnostics = &now.errors;
        context.output = &now.tail;
        context.command_time = self.oracle.usual_time();
        context.reader = Some(&reader);
        context.machine = Some(&setting.machine);
        context.tools = Some(&tools);
        context.scratch = Some(setting.scratch);
        context.memory = setting.memory;
        let models = setting.purse.models();
        let tiers: Vec<&dyn Model> = models.iter().map(|model| model as _).collect();
        context.models = Models::new(&tiers, setting.purse.samples());
        let survey = setting.survey(&view, &reader, &self.oracle, now, &self.findings);
        context.briefer = Some(&survey);
        let attempts = causes
            .first()
            .and_then(|cause| self.attempts.get(&cause.key))
            .cloned();
        context.attempts = attempts
            .as_deref()
            .filter(|_| reach == Reach::Model)
            .map(|attempts| attempts as _);
        let proposer = Proposer {
            setting,
            reach,
            registry: setting.registry,
            context,
            assume_yes: setting.options.assume_yes,
            dry_run: setting.options.dry_run,
        };
        let mut chosen = Vec::new();
        let attended = causes.iter().enumerate();
        for (index, cause) in attended.filter(|(_, cause)| self.subject.holds(cause)) {
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

    /// The end of a run without further proposals: stuck, if models only repeat themselves.
    fn no_fix(&mut self, now: &Observation) -> Outcome {
        match self.is_stuck_on(&self.causes(now)) {
            Some(reason) => {
                self.narrator.tell(EventKind::Stuck { reason });
                Outcome::Stuck
            }
            None => Outcome::NoFix,
        }
    }

    fn tree_digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.run.diff().hash(&mut hasher);
        hasher.finish()
    }
}
