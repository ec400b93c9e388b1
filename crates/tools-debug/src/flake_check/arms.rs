//! The experiments: each changes one thing that a command may depend on.

use std::path::Path;

use unbreak_core::{Command, Runner, ToolError};

/// One experiment.
pub(super) struct Arm {
    pub(super) name: &'static str,
    /// What the command depends on if it behaves otherwise.
    pub(super) cause: &'static str,
    pub(super) command: Command,
    /// How many processes that keep a processor busy run beside it.
    pub(super) load: usize,
}

const HASHES: &str = "the order of hashes";
const RANDOMNESS: &str = "random numbers";
const CLOCK: &str = "the clock";
const ORDER: &str = "the order of tests";
const NETWORK: &str = "the network";
const TIMING: &str = "timing or concurrency";

/// Read by Python when it starts, from a directory in `PYTHONPATH`.
const HOOK: &str = "sitecustomize.py";

/// Whatever asks for a random seed gets the same one.
const SEEDED: &str = "\
import random
_seed = random.Random.seed
def seed(self, a=None, version=2):
    _seed(self, 0 if a is None else a, version)
random.Random.seed = seed
random.seed = random._inst.seed
random.seed()
";

/// The clock stands still.
const FROZEN: &str = "\
import datetime, time
_now = 1700000000.25
time.time = lambda: _now
time.time_ns = lambda: int(_now * 10**9)
class _Datetime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_now, tz)
    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_now, datetime.timezone.utc).replace(tzinfo=None)
    @classmethod
    def today(cls):
        return cls.fromtimestamp(_now)
datetime.datetime = _Datetime
";

/// The experiments that can be made here.
///
/// # Errors
/// When the scratch directory cannot be written.
pub(super) async fn arms(
    command: &Command,
    runner: &dyn Runner,
    scratch: &Path,
) -> Result<Vec<Arm>, ToolError> {
    let arm = |name, cause, command| Arm {
        name,
        cause,
        command,
        load: 0,
    };
    let mut arms = vec![
        arm("hash seed 0", HASHES, with(command, "PYTHONHASHSEED", "0")),
        arm("hash seed 1", HASHES, with(command, "PYTHONHASHSEED", "1")),
        arm(
            "random seed",
            RANDOMNESS,
            hooked(command, scratch, "seeded", SEEDED)?,
        ),
        arm("frozen clock", CLOCK, hooked(command, scratch, "frozen", FROZEN)?),
    ];
    if let Some(command) = in_order(command) {
        arms.push(arm("tests in the order of the files", ORDER, command));
    }
    let prefixes: [(&str, &str, &[&str]); 2] = [
        (
            "no network",
            NETWORK,
            &["unshare", "--map-current-user", "--net", "--"],
        ),
        ("one processor", TIMING, &["taskset", "--cpu-list", "0"]),
    ];
    for (name, cause, prefix) in prefixes {
        // Not every system has it or allows it.
        let trial = behind(&Command::new("true", [""; 0]), prefix);
        if runner.run(&trial).await.is_ok_and(|done| done.exit.is_success()) {
            arms.push(arm(name, cause, behind(command, prefix)));
        }
    }
    arms.push(Arm {
        load: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        ..arm("busy processors", TIMING, command.clone())
    });
    Ok(arms)
}

/// A process that keeps a processor busy, for a while at most.
pub(super) fn busy() -> Command {
    Command::new("timeout", ["600", "sh", "-c", "while :; do :; done"])
}

fn with(command: &Command, variable: &str, value: &str) -> Command {
    let mut command = command.clone();
    command.env.insert(variable.to_owned(), value.to_owned());
    command
}

/// With something for Python to do first.
fn hooked(command: &Command, scratch: &Path, name: &str, hook: &str) -> Result<Command, ToolError> {
    let directory = scratch.join(name);
    let written = std::fs::create_dir_all(&directory)
        .and_then(|()| std::fs::write(directory.join(HOOK), hook))
        .map_err(|error| ToolError::Other(format!("{} cannot be written: {error}", directory.display())));
    written?;
    let mut path = directory.into_os_string();
    if let Some(inherited) = std::env::var_os("PYTHONPATH") {
        path.push(":");
        path.push(inherited);
    }
    Ok(with(command, "PYTHONPATH", &path.to_string_lossy()))
}

/// Without the plug-ins of pytest that shuffle tests.
fn in_order(command: &Command) -> Option<Command> {
    let is_pytest = |word: &str| {
        word.rsplit('/')
            .next()
            .is_some_and(|name| name == "pytest" || name == "py.test")
    };
    let at = command.words().position(is_pytest)?;
    let mut ordered = command.clone();
    let options = ["-p", "no:randomly", "-p", "no:random_order"].map(str::to_owned);
    ordered.args.splice(at..at, options);
    Some(ordered)
}

/// Started by another program.
fn behind(command: &Command, prefix: &[&str]) -> Command {
    let mut started = command.clone();
    started.program = prefix[0].to_owned();
    let inner = command.words().map(str::to_owned);
    started.args = prefix[1..]
        .iter()
        .map(|word| (*word).to_owned())
        .chain(inner)
        .collect();
    started
}
