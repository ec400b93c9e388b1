//! Another environment for the command: without a network, with one processor, with busy ones.

use unbreak_core::{Command, Completed, Runner, ToolError};

use super::setting::Surroundings;
use crate::join;
use crate::subject;

/// A network of its own, in which only this machine is.
const OFFLINE: &[&str] = &[
    "unshare",
    "--map-current-user",
    "--net",
    "--keep-caps",
    "sh",
    "-c",
    "{ ip link set lo up || ifconfig lo up; } >/dev/null 2>&1 || exit 97; exec \"$@\"",
    "sh",
];

/// A network of its own, in which nothing is.
const ISOLATED: &[&str] = &["unshare", "--map-current-user", "--net", "--"];

const ONE_PROCESSOR: &[&str] = &["taskset", "--cpu-list", "0"];

impl Surroundings {
    /// The command that starts it.
    fn prefix(self) -> &'static [&'static str] {
        match self {
            Self::Usual | Self::Busy => &[],
            Self::Offline => OFFLINE,
            Self::Isolated => ISOLATED,
            Self::OneProcessor => ONE_PROCESSOR,
        }
    }

    /// Returns whether this system can have them.
    pub(super) async fn are_possible(self, runner: &dyn Runner) -> bool {
        let trial = self.around(&Command::new("true", [""; 0]));
        runner.run(&trial).await.is_ok_and(|done| done.exit.is_success())
    }

    fn around(self, command: &Command) -> Command {
        match self.prefix() {
            [] => command.clone(),
            [program, words @ ..] => {
                let words = words.iter().map(|word| (*word).to_owned());
                Command {
                    program: (*program).to_owned(),
                    args: words.chain(command.words().map(str::to_owned)).collect(),
                    ..command.clone()
                }
            }
        }
    }

    /// Runs a command in them.
    ///
    /// # Errors
    /// When it could not be started, or the operator interrupted it.
    pub(super) async fn run(self, command: &Command, runner: &dyn Runner) -> Result<Completed, ToolError> {
        let command = self.around(command);
        match self {
            Self::Busy => beside_load(&command, runner).await,
            _ => subject::run(runner, &command).await,
        }
    }
}

/// A process that keeps a processor busy, for a while at most.
fn busy() -> Command {
    Command::new("timeout", ["600", "sh", "-c", "while :; do :; done"])
}

/// Two for each processor, so that none is ever free.
fn load() -> usize {
    2 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

async fn beside_load(command: &Command, runner: &dyn Runner) -> Result<Completed, ToolError> {
    let load = (0..load()).map(|_| async {
        let _ = runner.run(&busy()).await;
    });
    // The load ends when it is dropped, with the run that it was for.
    let mut load = std::pin::pin!(join::all(load));
    let mut run = std::pin::pin!(subject::run(runner, command));
    let mut is_over = false;
    std::future::poll_fn(|waker| {
        is_over = is_over || load.as_mut().poll(waker).is_ready();
        run.as_mut().poll(waker)
    })
    .await
}
