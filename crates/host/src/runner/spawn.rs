//! Starting a command, and saying why it could not be started.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use rustix::process::Pid;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use unbreak_core::Command;
use unbreak_core::capability::CapabilityError;

use super::leash::Leash;
use super::lookup;
use super::mark::{Mark, VARIABLE};
use super::platform;

/// A command that has been started.
pub(super) struct Running {
    pub(super) child: Child,
    pub(super) leash: Leash,
    pub(super) since: Instant,
}

/// Where its output can be read.
pub(super) struct Output {
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
}

/// Whether its two streams are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Streams {
    /// One pipe for both, which keeps their order.
    Merged,
    /// One pipe for each.
    Separate,
}

/// Starts a command in a process group of its own.
pub(super) fn spawn(
    command: &Command,
    directory: &Path,
    streams: Streams,
    memory: Option<u64>,
) -> Result<(Running, Output), CapabilityError> {
    let mark = Mark::unique();
    let since = Instant::now();
    let (mut child, merged) =
        start(command, directory, streams, &mark).map_err(|error| start_error(command, directory, &error))?;
    let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let group = group.ok_or_else(|| CapabilityError::Other("the started process has no id".to_owned()))?;
    if let Some(bytes) = memory {
        platform::limit_memory(group, bytes);
    }
    feed(child.stdin.take(), command.stdin.clone());
    let output = Output {
        stdout: merged.or_else(|| child.stdout.take()),
        stderr: child.stderr.take(),
    };
    let leash = Leash::new(group, mark);
    Ok((Running { child, leash, since }, output))
}

/// Says why a command cannot be started, where its program is not there or may not be executed.
pub(super) fn look_up(command: &Command, directory: &Path) -> Result<(), CapabilityError> {
    lookup::look_up(command, directory).map_err(|error| start_error(command, directory, &error))
}

/// Starts it, and gives the reading end of the common pipe if there is one.
fn start(
    command: &Command,
    directory: &Path,
    streams: Streams,
    mark: &Mark,
) -> io::Result<(Child, Option<ChildStdout>)> {
    let mut process = tokio::process::Command::from(process(command, directory, mark));
    process.kill_on_drop(true).stdin(if command.stdin.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    // `process` holds the writing ends: they must be closed before the output can end, and are,
    // because it is dropped here.
    match streams {
        Streams::Separate => {
            process.stdout(Stdio::piped()).stderr(Stdio::piped());
            Ok((process.spawn()?, None))
        }
        Streams::Merged => {
            let (reader, writer) = io::pipe()?;
            process.stdout(writer.try_clone()?).stderr(writer);
            let reader = std::process::ChildStdout::from(OwnedFd::from(reader));
            Ok((process.spawn()?, Some(ChildStdout::from_std(reader)?)))
        }
    }
}

/// A process to be started: marked, and in a group of its own.
pub(super) fn process(command: &Command, directory: &Path, mark: &Mark) -> std::process::Command {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that starts processes"
    )]
    let mut process = std::process::Command::new(&command.program);
    process
        .args(&command.args)
        .current_dir(directory)
        .envs(&command.env)
        .env(VARIABLE, mark.value())
        .process_group(0);
    process
}

/// Writes the standard input. Not being able to is the command's own affair: it closed the pipe.
fn feed(stdin: Option<ChildStdin>, text: Option<String>) {
    if let (Some(mut stdin), Some(text)) = (stdin, text) {
        tokio::spawn(async move {
            let _ = stdin.write_all(text.as_bytes()).await;
        });
    }
}

/// Why it could not be started, and what to do about it.
fn start_error(command: &Command, directory: &Path, error: &io::Error) -> CapabilityError {
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
