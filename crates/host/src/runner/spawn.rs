//! Starts commands, and explains why one could not be started.

use std::ffi::OsStr;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Instant;

use rustix::process::Pid;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, ExitState};

use super::leash::Leash;
use super::lookup;
use super::mark::{Mark, VARIABLE};
use super::platform;
use super::sandbox::Sandbox;

/// A command that has been started.
pub(super) struct Running {
    pub(super) child: Child,
    pub(super) leash: Leash,
    pub(super) since: Instant,
    /// Whether a wrapper process stands between this one and the command.
    pub(super) wraps: bool,
}

/// Where its output can be read.
pub(super) struct Output {
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
}

/// Whether its two streams are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Streams {
    /// One pipe for both, which keeps their order.
    Merged,
    /// One pipe for each.
    Separate,
}

/// Starts a command in a process group and a sandbox of its own.
pub(super) fn spawn(
    command: &Command,
    directory: &Path,
    streams: Streams,
    memory: Option<u64>,
    sandbox: &Sandbox,
) -> Result<(Running, Output), CapabilityError> {
    let mark = Mark::unique();
    let since = Instant::now();
    let (mut child, merged) = start(command, directory, streams, memory, &mark, sandbox)
        .map_err(|error| start_error(command, directory, &error))?;
    let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let group = group.ok_or_else(|| CapabilityError::Other("the started process has no id".to_owned()))?;
    feed(child.stdin.take(), command.stdin.clone());
    let output = Output {
        stdout: merged.or_else(|| child.stdout.take()),
        stderr: child.stderr.take(),
    };
    let wraps = sandbox.wraps();
    let leash = Leash::new(group, mark, wraps);
    let running = Running {
        child,
        leash,
        since,
        wraps,
    };
    Ok((running, output))
}

/// Returns the reason why a command cannot be started, if its program does not exist or may not be executed.
pub(super) fn look_up(command: &Command, directory: &Path) -> Result<(), CapabilityError> {
    lookup::look_up(command, directory).map_err(|error| start_error(command, directory, &error))
}

/// Starts it, and returns the reading end of the common pipe if there is one.
fn start(
    command: &Command,
    directory: &Path,
    streams: Streams,
    memory: Option<u64>,
    mark: &Mark,
    sandbox: &Sandbox,
) -> io::Result<(Child, Option<ChildStdout>)> {
    let mut process = process(command, directory, memory, mark, sandbox)?;
    process.stdin(if command.stdin.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    let runtime = tokio::runtime::Handle::current();
    let spawn = move |process: std::process::Command| {
        let start = move || {
            let _entered = runtime.enter();
            tokio::process::Command::from(process).kill_on_drop(true).spawn()
        };
        sandbox.start(start)
    };
    // `process` holds the writing ends: they must be closed before the output can end, and are,
    // because it is dropped here.
    match streams {
        Streams::Separate => {
            process.stdout(Stdio::piped()).stderr(Stdio::piped());
            Ok((spawn(process)?, None))
        }
        Streams::Merged => {
            let (reader, writer) = io::pipe()?;
            process.stdout(writer.try_clone()?).stderr(writer);
            let reader = std::process::ChildStdout::from(OwnedFd::from(reader));
            Ok((spawn(process)?, Some(ChildStdout::from_std(reader)?)))
        }
    }
}

/// A process to be started: marked, limited, in a sandbox and in a group of its own.
///
/// # Errors
/// If a wrapper process is needed, and cannot be used.
pub(super) fn process(
    command: &Command,
    directory: &Path,
    memory: Option<u64>,
    mark: &Mark,
    sandbox: &Sandbox,
) -> io::Result<std::process::Command> {
    if sandbox.wraps() {
        lookup::look_up(command, directory)?;
    }
    let (program, arguments) = sandbox.words(command, directory);
    let mut process = self::command(&program, directory);
    process
        .args(arguments)
        .envs(&command.env)
        .env(VARIABLE, mark.value())
        .process_group(0);
    platform::prepare(&mut process, memory, mark);
    Ok(process)
}

/// A program to be started in a directory.
pub(super) fn command(program: &OsStr, directory: &Path) -> std::process::Command {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that starts processes"
    )]
    let mut command = std::process::Command::new(program);
    command.current_dir(directory);
    command
}

/// How a process ended. For a command that was killed by a signal, a wrapper process reports what a shell
/// would: 128 plus the signal's number.
pub(super) fn exit_state(status: ExitStatus, wraps: bool) -> ExitState {
    /// Signals by which a program is killed through its own fault, or for its protection.
    const FATAL: [i32; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 31];
    match (status.code(), status.signal()) {
        (Some(code), _) if wraps && FATAL.contains(&(code - 128)) => ExitState::Signal(code - 128),
        (Some(code), _) => ExitState::Code(code),
        (None, Some(signal)) => ExitState::Signal(signal),
        (None, None) => ExitState::Code(-1),
    }
}

/// Writes the standard input. A failure is ignored: the command closed the pipe.
fn feed(stdin: Option<ChildStdin>, text: Option<String>) {
    if let (Some(mut stdin), Some(text)) = (stdin, text) {
        tokio::spawn(async move {
            let _ = stdin.write_all(text.as_bytes()).await;
        });
    }
}

/// The error of a failed start, with a hint.
pub(super) fn start_error(command: &Command, directory: &Path, error: &io::Error) -> CapabilityError {
    let program = &command.program;
    let is_path = program.contains('/');
    let exists = is_path && directory.join(program).exists();
    let reason = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory if !directory.is_dir() => {
            format!("the directory {} does not exist", directory.display())
        }
        io::ErrorKind::NotFound if exists => {
            "the interpreter that its first line names does not exist".to_owned()
        }
        io::ErrorKind::NotFound if is_path => format!("there is no such file in {}", directory.display()),
        io::ErrorKind::NotFound => {
            "there is no such program in PATH; is it spelt right, and installed?".to_owned()
        }
        io::ErrorKind::PermissionDenied if exists => {
            format!("it is not executable (chmod +x {program} makes it so)")
        }
        io::ErrorKind::PermissionDenied => "it may not be executed".to_owned(),
        _ => error.to_string(),
    };
    CapabilityError::Start {
        program: program.clone(),
        reason,
    }
}
