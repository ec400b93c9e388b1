//! A program that runs in place of this process: with its terminal and its signals, and until it ends.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, getpgrp, kill_process, kill_process_group, wait};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, ExitState};

use super::leash::Leash;
use super::lookup;
use super::mark::{Mark, VARIABLE};
use super::platform;
use super::spawn::{self, start_error};
use super::terminal::{self, Terminal};

/// A program that was started in place of this process.
///
/// It leads its own process group, which has the terminal if this process had it. It is killed when this
/// process dies for any reason (Linux only).
#[derive(Debug)]
pub(crate) struct Attended {
    pid: Pid,
    leash: Leash,
    terminal: Option<Terminal>,
    /// Whether the terminal was handed to it.
    in_foreground: bool,
    ended: Option<ExitState>,
}

impl Attended {
    /// Starts it in a directory with the standard streams of this process.
    ///
    /// This must be called from the thread that ends last: the program is killed when that thread ends.
    pub(crate) fn start(command: &Command, directory: &Path) -> Result<Self, CapabilityError> {
        Self::try_start(command, directory).map_err(|error| start_error(command, directory, &error))
    }

    fn try_start(command: &Command, directory: &Path) -> io::Result<Self> {
        use std::os::unix::process::CommandExt as _;
        lookup::look_up(command, directory)?;
        let terminal = Terminal::open();
        let given = terminal.clone().filter(Terminal::is_ours);
        let mark = Mark::unique();
        let mut process = spawn::command(command.program.as_ref(), directory);
        process
            .args(&command.args)
            .envs(&command.env)
            .env(VARIABLE, mark.value())
            .stdin(Stdio::inherit())
            .process_group(0);
        platform::prepare(&mut process, None, &mark);
        platform::die_with_parent(&mut process);
        let in_foreground = given.is_some();
        terminal::hand_over(&mut process, given);
        // Even if it cannot be started, its process may have had the terminal for an instant.
        let child = process.spawn().inspect_err(|_| {
            if let Some(terminal) = terminal.as_ref().filter(|_| in_foreground) {
                terminal.take_back();
            }
        })?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| io::Error::other("the started process has no id"))?;
        Ok(Self {
            pid,
            leash: Leash::new(pid, mark, false),
            terminal,
            in_foreground,
            ended: None,
        })
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// Passes a signal on.
    pub(crate) fn signal(&self, signal: Signal) {
        // It may have ended by itself; its number is kept until `reap` asks for it.
        if self.ended.is_none() {
            let _ = kill_process(self.pid, signal);
        }
    }

    /// Checks every child that has ended or stopped, and returns how the program ended if it has. All other
    /// processes that were handed to this process are reaped.
    ///
    /// Call it whenever a child changes its state.
    pub(crate) fn reap(&mut self) -> Option<ExitState> {
        while let Ok(Some((child, status))) = wait(WaitOptions::NOHANG | WaitOptions::UNTRACED) {
            if child != self.pid {
                continue;
            }
            if status.stopped() {
                self.suspend();
            } else if let Some(code) = status.exit_status() {
                self.ended = Some(ExitState::Code(code));
            } else if let Some(signal) = status.terminating_signal() {
                self.ended = Some(ExitState::Signal(signal));
            }
        }
        self.ended
    }

    /// Stops this process as well if the program was stopped from the terminal, as a shell expects.
    fn suspend(&mut self) {
        if !self.take_back() {
            return;
        }
        // Ignored by the system where no shell could continue the group.
        let _ = kill_process_group(getpgrp(), Signal::TSTP);
        self.go_on();
    }

    /// Continues the program, in the foreground if this process is there.
    pub(crate) fn go_on(&mut self) {
        if self.ended.is_some() {
            return;
        }
        if let Some(terminal) = self.terminal.as_ref().filter(|terminal| terminal.is_ours()) {
            terminal.give(self.pid);
            self.in_foreground = true;
        }
        let _ = kill_process_group(self.pid, Signal::CONT);
    }

    /// Ends its remaining processes, and takes the terminal back.
    pub(crate) async fn clear(mut self, grace: Duration) {
        self.leash.end(grace).await;
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }

    /// Takes the terminal back if the program had it.
    fn take_back(&mut self) -> bool {
        let had = std::mem::take(&mut self.in_foreground);
        if let Some(terminal) = self.terminal.as_ref().filter(|_| had) {
            terminal.take_back();
        }
        had
    }
}

impl Drop for Attended {
    fn drop(&mut self) {
        if self.take_back()
            && let Some(terminal) = &self.terminal
        {
            terminal.reset();
        }
    }
}
