//! The supervisor: runs an agent, and starts it again when its code has changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};
use unbreak_core::policy::restart::{RestartDecision, RestartHistory, RestartPolicy, RestartStorm};
use unbreak_core::{Command, ExitState, Workspace as _};

use super::binary::{Program, Remedy};
use super::error::HealError;
use super::session::Session;
use super::tasks::{ListedTask, TaskState};
use super::{HEAL_DIR_VARIABLE, Heal, RESTART, RESUME_VARIABLE, sealed};
use crate::runner::attended::Attended;
use crate::workspace::{Recovered, Tree, WorkspaceError, now_ms};

const RESTARTS: &str = "restarts.json";

/// The signals that are passed on to the agent.
const PASSED_ON: [Signal; 7] = [
    Signal::INT,
    Signal::TERM,
    Signal::HUP,
    Signal::QUIT,
    Signal::USR1,
    Signal::USR2,
    Signal::WINCH,
];

/// The signals after which the agent is not started again if they arrive while it is not running.
const END: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];

/// Returns whether a program ended on request: by a key, or by the signal of a system that shuts down.
fn was_told_to_end(exit: ExitState) -> bool {
    let signal = match exit {
        ExitState::Signal(signal) => signal,
        // The exit code of shells, and of programs that clean up first.
        ExitState::Code(code) => code - 128,
        _ => return false,
    };
    END.iter().any(|end| end.as_raw() == signal)
}

/// How long the agent's remaining processes may take to end before they are killed.
const GRACE: Duration = Duration::from_secs(2);

/// The settings of a supervisor. More will come: build it with `..SupervisorOptions::default()`.
#[derive(Debug, Clone)]
pub struct SupervisorOptions {
    /// Whether the oldest task that was already paused is given to the agent at its first start.
    pub resume: bool,
    /// How long the agent must run to count as started well, unless it ends with success earlier.
    pub start_time: Duration,
    /// The maximum number of restarts.
    pub restarts: RestartPolicy,
    /// The directory in which the agent is started.
    pub directory: PathBuf,
}

impl Default for SupervisorOptions {
    fn default() -> Self {
        Self {
            resume: false,
            start_time: Duration::from_secs(5),
            restarts: RestartPolicy::default(),
            directory: PathBuf::from("."),
        }
    }
}

/// An event of a supervisor.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SupervisorEvent {
    /// A task was resumed and never finished: the process that worked on it died.
    Unfinished(ListedTask),
    /// A task waits to be resumed.
    Waiting(ListedTask),
    /// The file of a task is damaged.
    Damaged {
        /// The file.
        file: PathBuf,
        /// The fault.
        reason: String,
    },
    /// An interrupted repair of the source was completed.
    Recovered(Recovered),
    /// The agent was started.
    Started {
        /// Its process.
        pid: u32,
        /// The task to resume.
        task: Option<String>,
    },
    /// The agent is started again.
    Restarting {
        /// The number of this restart within the window.
        number: u32,
        /// The number of allowed restarts.
        most: u32,
    },
    /// A new program died right after it was started.
    DiedAtOnce {
        /// How it ended.
        exit: ExitState,
    },
    /// No copy of the program can be kept for putting it back later, for this reason.
    NoCopy(String),
    /// The last program that started well was put back.
    RolledBack {
        /// The file.
        file: PathBuf,
        /// Where the new program is kept; `None` if there was none.
        kept: Option<PathBuf>,
    },
}

/// The way in which a supervisor ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Supervised {
    /// The agent ended, and did not ask to be started again.
    Ended(ExitState),
    /// The agent asked to be started again too often.
    Storm(RestartStorm),
}

/// Attends one agent.
#[derive(Debug)]
pub struct Supervisor {
    heal: Heal,
    source: Tree,
    agent: Command,
    options: SupervisorOptions,
    program: Option<Program>,
    /// The files of tasks that were reported.
    told: BTreeSet<PathBuf>,
    _session: Session,
}

impl Supervisor {
    /// Creates a supervisor of the agent that `agent` starts and whose source is `source`. Processes left by
    /// a supervisor that was killed are ended.
    ///
    /// # Errors
    /// If another supervisor attends the agent, or its state cannot be used.
    pub fn of(source: &Tree, agent: Command, options: SupervisorOptions) -> Result<Self, HealError> {
        let heal = Heal::of_tree(source)?;
        let session = Session::begin(&heal)?;
        let file = options.directory.join(&agent.program);
        let program = match agent.program.contains('/') {
            true => Program::of(&heal, &file, source.root())?,
            false => None,
        };
        Ok(Self {
            heal,
            source: source.clone(),
            agent,
            options,
            program,
            told: BTreeSet::new(),
            _session: session,
        })
    }

    /// Runs the agent until it ends without asking for a restart.
    ///
    /// It must be called from the thread that ends last, in a runtime of that thread, and in a process
    /// without other children: it reaps all children that end.
    ///
    /// # Errors
    /// When the agent cannot be started, or the state cannot be used.
    pub async fn run(mut self, tell: &mut dyn FnMut(SupervisorEvent)) -> Result<Supervised, HealError> {
        let mut signals = Signals::listen()?;
        self.account(tell, true)?;
        let supervised = self.run_until_end(&mut signals, tell).await;
        let accounted = self.account(tell, false);
        supervised.and_then(|supervised| accounted.map(|()| supervised))
    }

    async fn run_until_end(
        &mut self,
        signals: &mut Signals,
        tell: &mut dyn FnMut(SupervisorEvent),
    ) -> Result<Supervised, HealError> {
        let mut task = match self.options.resume {
            true => self.oldest_task()?,
            false => None,
        };
        loop {
            self.recover(tell)?;
            match self.attend(task.as_deref(), signals, tell).await {
                Ok((exit, well)) => {
                    let again = match exit {
                        ExitState::Code(code) if code == i32::from(RESTART) => true,
                        _ if well || was_told_to_end(exit) => false,
                        exit => self.revive(exit, tell)?,
                    };
                    if !again || signals.ask_for_end() {
                        return Ok(Supervised::Ended(exit));
                    }
                }
                Err(HealError::Start(_)) if self.program.as_ref().is_some_and(Program::was_replaced) => {
                    self.roll_back(tell)?;
                }
                Err(error) => return Err(error),
            }
            if let Some(storm) = self.count_restart(tell)? {
                if self.program.as_ref().is_some_and(Program::is_suspect) {
                    self.roll_back(tell)?;
                }
                return Ok(Supervised::Storm(storm));
            }
            task = self.oldest_task()?;
        }
    }

    /// Rolls back unverified changes of a self-fix, if the agent was killed during it.
    fn recover(&self, tell: &mut dyn FnMut(SupervisorEvent)) -> Result<(), HealError> {
        match self.source.recover() {
            Ok(recovered) => {
                if let Some(recovered) = recovered {
                    tell(SupervisorEvent::Recovered(recovered));
                }
                Ok(())
            }
            // Another process is repairing it now, and takes care of it.
            Err(WorkspaceError::Busy(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs the agent once. Returns how it ended, and whether it started well.
    async fn attend(
        &mut self,
        task: Option<&str>,
        signals: &mut Signals,
        tell: &mut dyn FnMut(SupervisorEvent),
    ) -> Result<(ExitState, bool), HealError> {
        let mut command = self.agent.clone();
        let directory = self.heal.directory().to_string_lossy().into_owned();
        command.env.insert(HEAL_DIR_VARIABLE.to_owned(), directory);
        // An empty value counts as none: this supervisor may have been started with one.
        let resume = task.unwrap_or_default().to_owned();
        command.env.insert(RESUME_VARIABLE.to_owned(), resume);
        if let Err(error) = self.program.as_mut().map_or(Ok(()), Program::starts) {
            tell(SupervisorEvent::NoCopy(error.to_string()));
        }
        let mut agent = Attended::start(&command, &self.options.directory)?;
        tell(SupervisorEvent::Started {
            pid: agent.pid(),
            task: task.map(str::to_owned),
        });
        let ended = {
            let mut start = pin!(tokio::time::sleep(self.options.start_time));
            let mut well = false;
            loop {
                if let Some(exit) = agent.reap() {
                    break (exit, well);
                }
                tokio::select! {
                    change = signals.next() => match change {
                        Heard::Child => {}
                        Heard::Continue => agent.go_on(),
                        Heard::PassOn(signal) => agent.signal(signal),
                    },
                    () = &mut start, if !well => {
                        well = true;
                        self.started_well(tell);
                    }
                }
            }
        };
        agent.clear(GRACE).await;
        let (exit, mut well) = ended;
        let asked_for = matches!(exit, ExitState::Code(code) if code == 0 || code == i32::from(RESTART));
        if asked_for && !well {
            well = true;
            self.started_well(tell);
        }
        Ok((exit, well))
    }

    /// Records a good start. A copy that cannot be kept is not a reason to end the agent.
    fn started_well(&mut self, tell: &mut dyn FnMut(SupervisorEvent)) {
        if let Err(error) = self.program.as_mut().map_or(Ok(()), Program::started_well) {
            tell(SupervisorEvent::NoCopy(error.to_string()));
        }
    }

    /// Decides whether an agent that died at once is started again, with the last program that started well
    /// if the new one died too often.
    fn revive(&mut self, exit: ExitState, tell: &mut dyn FnMut(SupervisorEvent)) -> Result<bool, HealError> {
        let remedy = self.program.as_mut().map_or(Ok(Remedy::None), Program::died)?;
        if remedy == Remedy::None {
            return Ok(false);
        }
        tell(SupervisorEvent::DiedAtOnce { exit });
        if remedy == Remedy::RollBack {
            self.roll_back(tell)?;
        }
        Ok(true)
    }

    fn roll_back(&mut self, tell: &mut dyn FnMut(SupervisorEvent)) -> Result<(), HealError> {
        if let Some(program) = &mut self.program {
            let kept = program.roll_back()?;
            tell(SupervisorEvent::RolledBack {
                file: program.file().to_owned(),
                kept,
            });
        }
        Ok(())
    }

    /// Counts a restart before it is made, or reports that there were too many.
    fn count_restart(
        &self,
        tell: &mut dyn FnMut(SupervisorEvent),
    ) -> Result<Option<RestartStorm>, HealError> {
        let file = self.heal.file(RESTARTS);
        let history: RestartHistory = sealed::read(&file)?.unwrap_or_default();
        match self.options.restarts.decide(&history, now_ms()) {
            RestartDecision::Restart { number, history } => {
                sealed::write(&file, &history)?;
                let most = self.options.restarts.most;
                tell(SupervisorEvent::Restarting { number, most });
                Ok(None)
            }
            RestartDecision::Halt(storm) => Ok(Some(storm)),
        }
    }

    fn oldest_task(&self) -> Result<Option<String>, HealError> {
        let list = self.heal.tasks()?;
        Ok(list
            .in_state(TaskState::Paused)
            .next()
            .map(|task| task.id.clone()))
    }

    /// Reports once each task that no process works on: no agent of this supervisor runs now. `before` the
    /// first start, the task that is about to be resumed is left out.
    fn account(&mut self, tell: &mut dyn FnMut(SupervisorEvent), before: bool) -> Result<(), HealError> {
        let list = self.heal.tasks()?;
        let about_to_resume = usize::from(before && self.options.resume);
        let unfinished = list.in_state(TaskState::Resumed).cloned();
        let waiting = list.in_state(TaskState::Paused).skip(about_to_resume).cloned();
        let unfinished = unfinished.map(|task| (task.file.clone(), SupervisorEvent::Unfinished(task)));
        let waiting = waiting.map(|task| (task.file.clone(), SupervisorEvent::Waiting(task)));
        let damaged = list.damaged.iter().cloned();
        let damaged = damaged.map(|(file, reason)| (file.clone(), SupervisorEvent::Damaged { file, reason }));
        for (file, event) in unfinished.chain(waiting).chain(damaged) {
            if self.told.insert(file) {
                tell(event);
            }
        }
        Ok(())
    }
}

/// A signal to a supervisor.
enum Heard {
    /// A child has ended or stopped.
    Child,
    /// This process was continued.
    Continue,
    /// A signal for the agent.
    PassOn(Signal),
}

/// The signals that this process receives from now on.
#[derive(Debug)]
struct Signals {
    child: tokio::signal::unix::Signal,
    go_on: tokio::signal::unix::Signal,
    passed_on: Vec<(Signal, tokio::signal::unix::Signal)>,
    /// Whether the end was requested: an agent that was told to terminate is not started again.
    ended: bool,
}

impl Signals {
    fn listen() -> Result<Self, HealError> {
        let listen = || -> std::io::Result<Self> {
            let passed_on = PASSED_ON.map(|number| {
                let stream = signal(SignalKind::from_raw(number.as_raw()))?;
                Ok((number, stream))
            });
            Ok(Self {
                child: signal(SignalKind::child())?,
                go_on: signal(SignalKind::from_raw(Signal::CONT.as_raw()))?,
                passed_on: passed_on.into_iter().collect::<std::io::Result<_>>()?,
                ended: false,
            })
        };
        listen().map_err(HealError::io(Path::new("the system's signals")))
    }

    /// Returns whether the end was requested: the agent was told so, or there was no agent to tell.
    fn ask_for_end(&mut self) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        for (number, stream) in &mut self.passed_on {
            while stream.poll_recv(&mut context).is_ready() {
                self.ended |= END.contains(number);
            }
        }
        self.ended
    }

    /// Waits for the next one.
    async fn next(&mut self) -> Heard {
        std::future::poll_fn(|context| {
            if self.child.poll_recv(context).is_ready() {
                return Poll::Ready(Heard::Child);
            }
            if self.go_on.poll_recv(context).is_ready() {
                return Poll::Ready(Heard::Continue);
            }
            for (number, stream) in &mut self.passed_on {
                if stream.poll_recv(context).is_ready() {
                    self.ended |= *number == Signal::TERM;
                    return Poll::Ready(Heard::PassOn(*number));
                }
            }
            Poll::Pending
        })
        .await
    }
}
