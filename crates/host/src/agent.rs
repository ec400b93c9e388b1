//! An agent: a registry of plug-ins bound to a directory.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use unbreak_core::policy::guard::{self, Rule};
use unbreak_core::redact::{self, Redact as _};
use unbreak_core::{
    Barrier, Command, Confinement, DebugTool, ErrorParser, Event, Fix, FixStrategy, Memory, Options, Outcome,
    Registry, RegistryBuilder, Report, SandboxMode, Workspace,
};
use unbreak_parsers::Pipeline;

use crate::commit::Committer;
use crate::context::TaskDescription;
use crate::engine::{self, Deliverables, Metered, Repaired, Setting};
use crate::error::AgentError;
use crate::learn::Learner;
use crate::machine::LocalMachine;
use crate::model::ModelSettings;
use crate::model::Purse;
use crate::runner::sandbox::repository::Fingerprint;
use crate::runner::sandbox::suspicion;
use crate::runner::{CancelToken, Limits, ProcessRunner, Sandbox, SandboxOptions};
use crate::scratch::Scratch;
use crate::workspace::{PastRun, Run, RunInfo, Tree, Undone, WorkspaceError};

/// Repairs failing commands in one directory.
///
/// ```no_run
/// # async fn example() -> Result<(), unbreak_host::AgentError> {
/// use unbreak_core::Command;
/// use unbreak_host::{Agent, CancelToken, RunOptions, Silent};
///
/// let agent = Agent::builder().directory(".").with_linked().build()?;
/// let command = Command::new("pytest", ["-q"]);
/// let report = agent.run(&command, &RunOptions::default(), &mut Silent, &CancelToken::new()).await?;
/// println!("{:?}, {} fixes", report.outcome, report.fixed.len());
/// # Ok(())
/// # }
/// ```
pub struct Agent {
    registry: Registry,
    pipeline: Pipeline,
    tree: Tree,
    sandbox: SandboxOptions,
    shows_secrets: bool,
    models: ModelSettings,
    #[cfg(feature = "store")]
    store: crate::store::Store,
}

impl Agent {
    /// A builder of an agent without plug-ins, for the current directory.
    pub fn builder() -> AgentBuilder {
        AgentBuilder {
            directory: PathBuf::from("."),
            state: None,
            sandbox: SandboxOptions::default(),
            shows_secrets: false,
            models: ModelSettings::default(),
            registry: Registry::builder(),
        }
    }

    /// The plug-ins.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The pipeline that reads the output of commands.
    pub(crate) fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The directory tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// How commands are confined here.
    ///
    /// # Errors
    /// If they cannot be confined as requested.
    pub fn confinement(&self) -> Result<Confinement, AgentError> {
        Ok(Sandbox::open(&self.sandbox, self.tree.root())?
            .confinement()
            .clone())
    }

    /// The sandbox for commands in a tree (this one or a copy of it) that may also write to a scratch
    /// directory and to other places.
    pub(crate) fn sandbox(
        &self,
        tree: &Tree,
        scratch: &Scratch,
        writable: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Sandbox, AgentError> {
        let sandbox = Sandbox::open(&self.sandbox, self.tree.root())?;
        if sandbox.confinement().by == Barrier::None {
            return Ok(sandbox);
        }
        let writable = writable.into_iter().chain([scratch.path().to_owned()]);
        let sandbox = sandbox
            .reading(self.tree.state_directory())
            .reading(&self.tree.tools_directory())
            .with(writable, scratch.temporary());
        Ok(sandbox.around(tree.root()))
    }

    /// Returns whether events, reports and the output of tools may contain secrets.
    pub(crate) fn shows_secrets(&self) -> bool {
        self.shows_secrets
    }

    /// The language models that it may ask, and their budgets.
    pub fn models(&self) -> &ModelSettings {
        &self.models
    }

    /// The memory across runs, if this program has one.
    pub fn memory(&self) -> Option<&dyn Memory> {
        #[cfg(feature = "store")]
        return Some(&self.store);
        #[cfg(not(feature = "store"))]
        None
    }

    /// Runs a command and repairs what makes it fail.
    ///
    /// Afterwards, however the run ends, the tree is as it was plus verified fixes.
    ///
    /// # Errors
    /// If the command cannot be started, another run holds the workspace, or the tree or the state directory
    /// cannot be used.
    pub async fn run(
        &self,
        command: &Command,
        options: &RunOptions,
        observer: &mut dyn Observer,
        cancel: &CancelToken,
    ) -> Result<Report, AgentError> {
        self.run_in(&self.tree, &self.registry, command, options, observer, cancel)
            .await
    }

    /// The same in a given tree (this one or a copy of it), with the strategies of a registry.
    pub(crate) async fn run_in(
        &self,
        tree: &Tree,
        registry: &Registry,
        command: &Command,
        options: &RunOptions,
        observer: &mut dyn Observer,
        cancel: &CancelToken,
    ) -> Result<Report, AgentError> {
        options.check(tree)?;
        redact::learn(command);
        let scratch = Scratch::create(self.tree.state_directory())?;
        let sandbox = self.sandbox(tree, &scratch, [])?;
        let committer = (options.commit && !options.dry_run)
            .then(|| Committer::open(tree.root()))
            .transpose()?;
        let started = Instant::now();
        let limits = Limits {
            timeout: options.timeout,
            deadline: options.budget_time.map(|budget| started + budget),
            ..Limits::default()
        };
        let runner = ProcessRunner::new(tree.root(), limits, cancel.clone()).within(sandbox);
        // A command that does not exist starts no run.
        runner.look_up(command)?;
        let mut run = begin(tree, command, options, cancel).await?;
        // While the command runs for the first time.
        std::thread::spawn(guard::warm_up);
        let exposed = is_exposed(runner.sandbox().confinement()).then(|| Fingerprint::of(tree.root()));
        let setting = Setting {
            registry,
            pipeline: &self.pipeline,
            tree,
            scratch: scratch.path(),
            runner: &runner,
            tools: &Metered::new(&runner),
            machine: LocalMachine::of(&runner),
            memory: self.memory(),
            purse: &Purse::new(self.models.clone(), options.show_prompts),
            options,
            cancel,
            started,
            shows_secrets: self.shows_secrets,
        };
        let mut learner = Learner::new(observer);
        let Repaired { mut report, changes } =
            engine::repair(&setting, command, &mut run, &mut learner).await?;
        let said = report.remaining.iter().map(|error| error.message.as_str());
        let said = said
            .chain([report.output_tail.as_str()])
            .collect::<Vec<_>>()
            .join("\n");
        let suspected = suspicion(runner.sandbox().confinement(), &said);
        report.warnings.extend(suspected.map(str::to_owned));
        let changed = exposed.map(|before| before.changes(tree.root()));
        report.warnings.extend(
            changed
                .filter(|files| !files.is_empty())
                .map(|files| strange(tree, &files)),
        );
        if let Some(memory) = self.memory() {
            report
                .warnings
                .extend(learner.remember(&report, &changes, memory).await);
        }
        report
            .warnings
            .extend(self.follow_edits(tree, command, options, &report, cancel).await);
        if let Some(committer) = committer {
            let commits = report
                .fixed
                .iter()
                .zip(&changes)
                .map(|(fix, changes)| committer.commit(run.id(), fix, changes));
            report.warnings.extend(commits.filter_map(Result::err));
        }
        report.warnings.extend(run.recovered().map(ToString::to_string));
        report
            .warnings
            .extend(run.conflicts().iter().map(ToString::to_string));
        if !self.shows_secrets {
            report.warnings.redact();
        }
        run.finish(&summary(&report))?;
        Ok(report)
    }

    /// Records the failure of the command, or learns from the edit that made it pass. Returns messages about
    /// that; a run does not fail because of it.
    async fn follow_edits(
        &self,
        tree: &Tree,
        command: &Command,
        options: &RunOptions,
        report: &Report,
        cancel: &CancelToken,
    ) -> Option<String> {
        // A command that takes longer is not run again without being asked to.
        const QUICK_MS: u64 = 2_000;
        if self.memory().is_none() || options.dry_run || tree.root() != self.tree.root() {
            return None;
        }
        let learnt = match report.outcome {
            Outcome::AlreadyPassing if report.command_ms <= QUICK_MS => {
                self.learn_cheaply(command, options.timeout, cancel).await
            }
            Outcome::NoFix | Outcome::Stuck | Outcome::MaxIterations | Outcome::BudgetExhausted { .. } => {
                self.note_failure(command, &report.remaining).map(|()| None)
            }
            _ => Ok(None),
        };
        learnt.unwrap_or_else(|error| {
            tracing::info!("nothing is learned from edits: {error}");
            None
        })
    }

    /// The runs made in this directory, or in the nearest one above it that has some; the latest first.
    ///
    /// # Errors
    /// If the state directory cannot be read.
    pub fn history(&self) -> Result<Vec<PastRun>, AgentError> {
        Ok(self.tree.nearest_with_runs(None)?.history()?)
    }

    /// Undoes a run: the latest that changed anything, or the one named, in this directory or the nearest one
    /// above it that has runs.
    ///
    /// # Errors
    /// If there is no such run, or files were changed since (unless `force`).
    pub fn undo(&self, run: Option<&str>, force: bool) -> Result<Undone, AgentError> {
        Ok(self.tree.nearest_with_runs(run)?.undo(run, force)?)
    }
}

/// Returns whether commands can write to files that control the repository.
fn is_exposed(confinement: &Confinement) -> bool {
    confinement.by != Barrier::Bubblewrap && confinement.mode != SandboxMode::Off
}

/// A warning about files of the repository that changed while the command ran.
fn strange(tree: &Tree, files: &[PathBuf]) -> String {
    const SHOWN: usize = 5;
    let shown = files.iter().take(SHOWN).map(|file| {
        let inside = file.strip_prefix(tree.root()).unwrap_or(file);
        inside.display().to_string()
    });
    let more = match files.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = shown.collect::<Vec<_>>().join(", ");
    format!("while the command ran, something changed {shown}{more}: see what it did there")
}

fn summary(report: &Report) -> String {
    let outcome = match report.outcome {
        Outcome::AlreadyPassing => "already passing",
        Outcome::Fixed => "fixed",
        Outcome::Interrupted => "interrupted",
        _ => "still failing",
    };
    match report.fixed.len() {
        1 => format!("{outcome}, 1 fix kept"),
        kept => format!("{outcome}, {kept} fixes kept"),
    }
}

/// Assembles an [`Agent`].
pub struct AgentBuilder {
    directory: PathBuf,
    state: Option<PathBuf>,
    sandbox: SandboxOptions,
    shows_secrets: bool,
    models: ModelSettings,
    registry: RegistryBuilder,
}

impl AgentBuilder {
    /// The directory that may be changed and in which commands run.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = directory.into();
        self
    }

    /// Leaves secrets in events, reports and the output of tools. Everything kept on the disk is redacted
    /// anyway.
    #[must_use]
    pub fn show_secrets(mut self, show: bool) -> Self {
        self.shows_secrets = show;
        self
    }

    /// Where journals and locks are kept, if not in the user's state directory.
    #[must_use]
    pub fn state_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.state = Some(directory.into());
        self
    }

    /// How commands are confined, if not in the best sandbox that the system has.
    #[must_use]
    pub fn sandbox(mut self, options: SandboxOptions) -> Self {
        self.sandbox = options;
        self
    }

    /// The language models that it may ask, and their budgets. Without this, no model is asked.
    #[must_use]
    pub fn models(mut self, settings: ModelSettings) -> Self {
        self.models = settings;
        self
    }

    /// Sets these plug-ins, in place of those that the builder had before.
    #[must_use]
    pub fn registry(mut self, registry: RegistryBuilder) -> Self {
        self.registry = registry;
        self
    }

    /// Adds every plug-in that is linked into the program.
    #[must_use]
    pub fn with_linked(mut self) -> Self {
        self.registry = self.registry.with_linked();
        self
    }

    /// Adds a parser.
    #[must_use]
    #[track_caller]
    pub fn parser(mut self, parser: impl ErrorParser + 'static) -> Self {
        self.registry = self.registry.parser(parser);
        self
    }

    /// Adds a strategy.
    #[must_use]
    #[track_caller]
    pub fn strategy(mut self, strategy: impl FixStrategy + 'static) -> Self {
        self.registry = self.registry.strategy(strategy);
        self
    }

    /// Adds a debug tool.
    #[must_use]
    #[track_caller]
    pub fn tool(mut self, tool: impl DebugTool + 'static) -> Self {
        self.registry = self.registry.tool(tool);
        self
    }

    /// Switches a plug-in off: by its id for any kind, or for one kind only as `strategy:ID`.
    #[must_use]
    pub fn disable(mut self, name: impl Into<String>) -> Self {
        self.registry = self.registry.disable(name);
        self
    }

    /// Puts plug-ins first, in this order; see [`RegistryBuilder::order`].
    #[must_use]
    pub fn order<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.registry = self.registry.order(names);
        self
    }

    /// Sets options of a plug-in.
    #[must_use]
    pub fn options(mut self, name: impl Into<String>, options: &Options) -> Self {
        self.registry = self.registry.options(name, options);
        self
    }

    /// Builds the agent.
    ///
    /// # Errors
    /// If two plug-ins share an id, a setting names an unknown one, or the directory cannot be used.
    pub fn build(self) -> Result<Agent, AgentError> {
        let registry = self.registry.build()?;
        let pipeline = Pipeline::of(&registry);
        let tree = match &self.state {
            Some(state) => Tree::open_with_state(&self.directory, state)?,
            None => Tree::open(&self.directory)?,
        };
        Ok(Agent {
            registry,
            pipeline,
            sandbox: self.sandbox,
            shows_secrets: self.shows_secrets,
            models: self.models,
            #[cfg(feature = "store")]
            store: crate::store::Store::in_state(tree.state_directory()),
            tree,
        })
    }
}

/// The settings of one run. More will come: build it with `..RunOptions::default()`.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOptions {
    /// The most iterations.
    pub max_iterations: u32,
    /// The number of equal states in a row that count as stuck.
    pub stuck_after: u32,
    /// The longest one run of the command may take.
    pub timeout: Option<Duration>,
    /// The longest the whole run may take.
    pub budget_time: Option<Duration>,
    /// The most runs of the command, the first one included.
    pub budget_runs: Option<u32>,
    /// The number of alternatives that may be tried at once, each in a copy of the tree. More than one only
    /// for a command that can run several times in parallel.
    pub jobs: u32,
    /// Classes of fixes allowed by name: a [`Rule`]'s name each.
    pub allow: BTreeSet<String>,
    /// Answer yes to every question that is not about such a class.
    pub assume_yes: bool,
    /// Verify, report the diff, and leave the tree as it was.
    pub dry_run: bool,
    /// Make one git commit for each kept fix.
    pub commit: bool,
    /// How long to wait for another run in the same workspace; `None` refuses at once.
    pub wait_for_lock: Option<Duration>,
    /// Show what would be sent to models, and send nothing.
    pub show_prompts: bool,
    /// The task that the command belongs to.
    pub task: Option<TaskDescription>,
    /// Paths or globs of files that must exist in the end.
    pub deliverables: Vec<String>,
    /// Repair warnings about deprecated code, too, when the command succeeds.
    pub warnings: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            max_iterations: 10,
            stuck_after: 3,
            timeout: None,
            budget_time: None,
            budget_runs: None,
            jobs: 1,
            allow: BTreeSet::new(),
            assume_yes: false,
            dry_run: false,
            commit: false,
            wait_for_lock: None,
            show_prompts: false,
            task: None,
            deliverables: Vec::new(),
            warnings: false,
        }
    }
}

impl RunOptions {
    /// Refuses invalid settings before a run begins.
    fn check(&self, tree: &Tree) -> Result<(), AgentError> {
        Deliverables::of(&self.deliverables, tree)?;
        match self.allow.iter().find_map(|class| class.parse::<Rule>().err()) {
            Some(unknown) => {
                let known: Vec<&str> = Rule::ALL.into_iter().map(Rule::name).collect();
                Err(AgentError::usage(
                    unknown.to_string(),
                    format!("the classes are {}", known.join(", ")),
                ))
            }
            None => Ok(()),
        }
    }
}

/// Takes the tree, and waits for another run as long as allowed and not interrupted.
async fn begin(
    tree: &Tree,
    command: &Command,
    options: &RunOptions,
    cancel: &CancelToken,
) -> Result<Run, AgentError> {
    const POLL: Duration = Duration::from_millis(50);
    // The journal and the lock of the run name the command.
    let mut clean = command.clone();
    clean.redact();
    let info = RunInfo {
        command: redact::redact(&clean.to_string()).into_owned(),
        wait: None,
    };
    let asked = Instant::now();
    loop {
        let waited_enough = options.wait_for_lock.is_none_or(|limit| asked.elapsed() >= limit);
        match tree.begin(&info) {
            Err(WorkspaceError::Busy(_)) if !waited_enough && !cancel.is_cancelled() => {
                tokio::time::sleep(POLL).await;
            }
            begun => return Ok(begun?),
        }
    }
}

/// Follows a run.
pub trait Observer: Send {
    /// Something happened.
    fn event(&mut self, event: &Event);

    /// Returns whether a fix that is not safe may be applied. By default, no.
    fn approve(&mut self, _fix: &Fix) -> bool {
        false
    }
}

/// An observer that ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _event: &Event) {}
}
