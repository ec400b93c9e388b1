//! Runs the command in a setting.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use unbreak_core::{Command, Completed, ExitState, ToolContext, ToolError};

use super::harness::{Files, Harness, Orders, harness};
use super::instant::instant;
use super::outcome::Run;
use super::setting::{Knob, Order, Setting, Surroundings};
use crate::failure::Failure;
use crate::startup::{self, prepend, set};

/// Runs the command repeatedly.
pub(super) struct Lab<'a> {
    command: Command,
    context: &'a ToolContext<'a>,
    harness: Box<dyn Harness>,
    /// Whether the runner ever reported results of its tests.
    is_heard: AtomicBool,
    /// Whether it does not support this.
    is_mute: AtomicBool,
    hooks: PathBuf,
    scratch: &'a Path,
    runs: AtomicU32,
    /// The time at which it all began, in nanoseconds since 1970-01-01 UTC.
    now: u64,
}

/// Code that Python runs when it starts.
const START: &str = "import unbreak_flake\n";

/// The modules beside it.
const HOOKS: [(&str, &str); 3] = [
    ("unbreak_flake.py", include_str!("hooks/unbreak_flake.py")),
    (
        "unbreak_flake_pytest.py",
        include_str!("hooks/unbreak_flake_pytest.py"),
    ),
    ("pin.cjs", include_str!("hooks/pin.cjs")),
];

/// A run under other circumstances may take this much longer than usual before it says nothing.
const PATIENCE: u32 = 10;
const LEAST_PATIENCE: Duration = Duration::from_secs(30);

impl<'a> Lab<'a> {
    /// # Errors
    /// When the scratch directory cannot be written.
    pub(super) fn new(
        mut command: Command,
        report: Option<&str>,
        context: &'a ToolContext<'a>,
    ) -> Result<Self, ToolError> {
        let scratch = context.scratch()?;
        let hooks = scratch.join("hooks");
        for (name, text) in HOOKS {
            startup::write(&hooks, name, text)?;
        }
        startup::python(&mut command, &hooks, START)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            harness: harness(&command, report),
            is_heard: AtomicBool::new(false),
            is_mute: AtomicBool::new(false),
            hooks,
            scratch,
            runs: AtomicU32::new(0),
            now: u64::try_from(since.as_nanos()).unwrap_or(u64::MAX / 2),
            command,
            context,
        })
    }

    pub(super) fn command(&self) -> &Command {
        &self.command
    }

    pub(super) fn tell(&self, what: &str) {
        self.context.tell(what);
    }

    /// The number of runs of the command.
    pub(super) fn runs(&self) -> u32 {
        self.runs.load(Ordering::Relaxed)
    }

    /// The instant for one of the clock's values.
    pub(super) fn instant(&self, value: u32) -> u64 {
        instant(value, self.now)
    }

    /// Returns whether the runner can run tests in this order.
    pub(super) fn can_order(&self, order: &Order) -> bool {
        let orders = match self.is_heard.load(Ordering::Relaxed) {
            true => self.harness.orders(),
            false => Orders::Fixed,
        };
        orders.allow(order)
    }

    /// Returns whether the pinned values are reset for each test.
    pub(super) fn begins_anew(&self) -> bool {
        self.can_order(&Order::Reversed)
    }

    pub(super) fn can_vary(&self, knob: Knob) -> bool {
        knob != Knob::Order || self.can_order(&Order::Shuffled(0))
    }

    /// Returns whether there can be such surroundings.
    pub(super) async fn can_be(&self, surroundings: Surroundings) -> bool {
        surroundings == Surroundings::Offline || surroundings.are_possible(self.context.runner).await
    }

    /// Runs the command once.
    ///
    /// # Errors
    /// When it could not be started, or the operator interrupted it.
    pub(super) async fn run(&self, setting: &Setting) -> Result<Run, ToolError> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let files = Files {
            directory: self.scratch.join(format!("run-{number}")),
            root: self.root(),
        };
        startup::create(&files.directory)?;
        let is_asked = !self.is_mute.load(Ordering::Relaxed);
        let mut command = self.pinned(setting);
        if is_asked {
            self.harness.prepare(&mut command, &setting.order, &files)?;
        }
        let completed = self.perform(command, setting.surroundings).await?;
        if is_asked && self.harness.is_refused(&completed) {
            self.is_mute.store(true, Ordering::Relaxed);
            return Box::pin(self.run(setting)).await;
        }
        let run = self.read(&completed, &files)?;
        let _ = std::fs::remove_dir_all(&files.directory);
        Ok(run)
    }

    fn root(&self) -> PathBuf {
        let root = self.context.workspace.root();
        match &self.command.directory {
            Some(directory) => root.join(directory),
            None => root.to_owned(),
        }
    }

    async fn perform(&self, mut command: Command, around: Surroundings) -> Result<Completed, ToolError> {
        let runner = self.context.runner;
        match around {
            Surroundings::Offline if !around.are_possible(runner).await => {
                set(&mut command, "UNBREAK_FLAKE_OFFLINE", "1");
                Surroundings::Usual.run(&command, runner).await
            }
            _ => around.run(&command, runner).await,
        }
    }

    fn pinned(&self, setting: &Setting) -> Command {
        let mut command = self.command.clone();
        if let Some(hash) = setting.hash {
            set(&mut command, "PYTHONHASHSEED", hash.to_string());
            set(&mut command, "PERL_HASH_SEED", hash.to_string());
        }
        if let Some(seed) = setting.seed {
            set(&mut command, "UNBREAK_FLAKE_SEED", seed.to_string());
        }
        if let Some(clock) = setting.clock {
            set(
                &mut command,
                "UNBREAK_FLAKE_CLOCK",
                self.instant(clock).to_string(),
            );
        }
        if setting.seed.is_some() || setting.clock.is_some() {
            let pin = format!("--require={}", self.hooks.join("pin.cjs").display());
            prepend(&mut command, "NODE_OPTIONS", " ", &pin);
        }
        command
    }

    fn read(&self, completed: &Completed, files: &Files) -> Result<Run, ToolError> {
        let mut run = Run {
            passed: completed.exit.is_success(),
            ..Run::default()
        };
        match self.harness.results(completed, files) {
            Some(results) if !self.is_mute.load(Ordering::Relaxed) => {
                self.is_heard.store(true, Ordering::Relaxed);
                run.learn(results);
            }
            _ => {
                let failure = Failure::of(&self.command, completed, self.context.reader()?);
                let errors = failure.into_iter().flat_map(|failure| failure.errors);
                run.failed = errors.filter_map(|error| error.test).collect();
            }
        }
        run.took = completed.duration;
        run.is_timed_out = completed.exit == ExitState::TimedOut;
        Ok(run)
    }

    /// The same with a limit of time for experiments, when its runs usually take so long.
    pub(super) fn limit(&mut self, usual: Duration) {
        let limit = (usual * PATIENCE).max(LEAST_PATIENCE);
        self.command.timeout = Some(self.command.timeout.map_or(limit, |own| own.min(limit)));
    }
}
