//! A child process for a conversation over its standard input and output.

use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::process::Pid;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, ExitState};

use super::leash::Leash;
use super::mark::Mark;
use super::sandbox::Sandbox;
use super::spawn::{exit_state, process};

/// The number of bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// How much of its standard error is remembered.
const LAST_WORDS: usize = 4 << 10;
/// How long a child that closed its output may take to be gone.
const LEAVING: Duration = Duration::from_millis(500);

/// A child process for a conversation. When this is dropped, it is killed with everything it started.
pub(crate) struct Companion {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: ChildStderr,
    inbox: Vec<u8>,
    last_words: Vec<u8>,
    wraps: bool,
    _leash: Leash,
}

/// The reason why the conversation is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// It ended.
    Ended(ExitState),
    /// It did not write enough in time.
    Late,
}

impl Companion {
    /// Starts it in a directory and a sandbox, with a limit on the memory of each of its processes.
    ///
    /// # Errors
    /// If it could not be started.
    pub(crate) fn start(
        command: &Command,
        directory: &Path,
        memory: Option<u64>,
        sandbox: &Sandbox,
    ) -> Result<Self, CapabilityError> {
        let failed = |error: io::Error| CapabilityError::Start {
            program: command.program.clone(),
            reason: error.to_string(),
        };
        let mark = Mark::unique();
        let mut child = spawn(command, directory, memory, &mark, sandbox).map_err(failed)?;
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(group), (Some(stdin), Some(stdout), Some(stderr))) = (group, pipes) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let companion = Self {
            child,
            stdin: Some(stdin),
            stdout,
            stderr,
            inbox: Vec::new(),
            last_words: Vec::new(),
            wraps: sandbox.wraps(),
            _leash: Leash::new(group, mark, sandbox.wraps()),
        };
        companion.unblock().map_err(failed)?;
        Ok(companion)
    }

    fn unblock(&self) -> io::Result<()> {
        if let Some(stdin) = &self.stdin {
            unblock(stdin)?;
        }
        unblock(&self.stdout)?;
        unblock(&self.stderr)
    }

    /// Writes all of these bytes, and reads meanwhile: otherwise two sides that only write would wait for
    /// each other.
    ///
    /// # Errors
    /// If it ended or did not read until `deadline`.
    pub(crate) fn say(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), Silence> {
        while !bytes.is_empty() {
            let ready = self.wait(true, deadline)?;
            if ready.heard {
                self.hear()?;
            }
            if ready.said {
                bytes = &bytes[self.utter(bytes)?..];
            }
        }
        Ok(())
    }

    /// Returns its output, once it is `length` bytes or more.
    ///
    /// # Errors
    /// If it ended or wrote less until `deadline`.
    pub(crate) fn listen(&mut self, length: usize, deadline: Instant) -> Result<&[u8], Silence> {
        while self.inbox.len() < length {
            if self.wait(false, deadline)?.heard {
                self.hear()?;
            }
        }
        Ok(&self.inbox)
    }

    /// Takes the first bytes of its output.
    pub(crate) fn take(&mut self, length: usize) -> Vec<u8> {
        let rest = self.inbox.split_off(length.min(self.inbox.len()));
        std::mem::replace(&mut self.inbox, rest)
    }

    /// The end of its standard error.
    pub(crate) fn last_words(&mut self) -> String {
        while self.drain_errors() {}
        String::from_utf8_lossy(&self.last_words).trim().to_owned()
    }

    fn wait(&mut self, talking: bool, deadline: Instant) -> Result<Ready, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.silence());
            }
            let ready = self.poll(talking, left);
            if ready.complained && !self.drain_errors() && !ready.heard && !ready.said {
                return Err(self.end());
            }
            if ready.heard || ready.said {
                return Ok(ready);
            }
        }
    }

    /// The reason for its silence. A child of its own may hold its pipes open after its end.
    fn silence(&mut self) -> Silence {
        let is_gone = matches!(self.child.try_wait(), Ok(Some(_)));
        if is_gone && !self.poll(false, Duration::ZERO).heard {
            return self.end();
        }
        Silence::Late
    }

    fn poll(&self, talking: bool, left: Duration) -> Ready {
        let mut fds = vec![
            PollFd::new(&self.stdout, PollFlags::IN),
            PollFd::new(&self.stderr, PollFlags::IN),
        ];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| talking) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let left = Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        // An interrupted wait is repeated by the caller.
        let _ = poll(&mut fds, Some(&left));
        let happened = |index: usize| fds.get(index).is_some_and(|fd| !fd.revents().is_empty());
        Ready {
            heard: happened(0),
            complained: happened(1),
            said: happened(2),
        }
    }

    fn hear(&mut self) -> Result<(), Silence> {
        let mut chunk = [0; CHUNK];
        match self.stdout.read(&mut chunk) {
            Ok(0) => Err(self.end()),
            Ok(length) => {
                self.inbox.extend_from_slice(&chunk[..length]);
                Ok(())
            }
            Err(error) if is_momentary(&error) => Ok(()),
            Err(_) => Err(self.end()),
        }
    }

    fn utter(&mut self, bytes: &[u8]) -> Result<usize, Silence> {
        let Some(stdin) = &mut self.stdin else {
            return Err(self.end());
        };
        match stdin.write(bytes) {
            Ok(length) => Ok(length),
            Err(error) if is_momentary(&error) => Ok(0),
            Err(_) => Err(self.end()),
        }
    }

    /// Reads its standard error; returns whether there was anything.
    fn drain_errors(&mut self) -> bool {
        let mut chunk = [0; 4 << 10];
        let length = self.stderr.read(&mut chunk).unwrap_or(0);
        self.last_words.extend_from_slice(&chunk[..length]);
        let surplus = self.last_words.len().saturating_sub(LAST_WORDS);
        self.last_words.drain(..surplus);
        length > 0
    }

    /// It writes nothing more: returns how it ended, or ends it now.
    fn end(&mut self) -> Silence {
        self.stdin = None;
        let deadline = Instant::now() + LEAVING;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return Silence::Ended(exit_state(status, self.wraps));
                }
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                _ => return Silence::Ended(ExitState::Code(-1)),
            }
        }
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        self.stdin = None;
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The operations that are possible without waiting.
#[derive(Debug, Clone, Copy)]
struct Ready {
    heard: bool,
    complained: bool,
    said: bool,
}

fn spawn(
    command: &Command,
    directory: &Path,
    memory: Option<u64>,
    mark: &Mark,
    sandbox: &Sandbox,
) -> io::Result<Child> {
    let mut process = process(command, directory, memory, mark, sandbox)?;
    process
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    sandbox.start(move || process.spawn())
}

fn unblock(pipe: &impl AsFd) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(pipe)?;
    Ok(rustix::fs::fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

fn is_momentary(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}
