//! The terminal of this process, which can be handed to a program as a shell does.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::Arc;

use rustix::process::{Pid, getpgrp, getpid};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr, tcsetpgrp};

/// The controlling terminal of this process.
#[derive(Debug, Clone)]
pub(super) struct Terminal {
    file: Arc<File>,
    /// Its settings when it was opened.
    settings: Option<Termios>,
}

impl Terminal {
    /// The terminal, if there is one.
    ///
    /// From now on this process may hand it over and take it back even from the background, where the system
    /// would otherwise stop it.
    pub(super) fn open() -> Option<Self> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty").ok()?;
        // SAFETY: ignoring a signal installs no handler.
        unsafe { libc::signal(libc::SIGTTOU, libc::SIG_IGN) };
        Some(Self {
            settings: tcgetattr(&file).ok(),
            file: Arc::new(file),
        })
    }

    /// Returns whether the process group of this process has it: reads from it, and receives the signals of its keys.
    pub(super) fn is_ours(&self) -> bool {
        tcgetpgrp(&*self.file).is_ok_and(|owner| owner == getpgrp())
    }

    /// Hands it to a process group.
    pub(super) fn give(&self, group: Pid) {
        // A group that has ended meanwhile needs none.
        let _ = tcsetpgrp(&*self.file, group);
    }

    /// Takes it back.
    pub(super) fn take_back(&self) {
        self.give(getpgrp());
    }

    /// Restores the settings from when it was opened: a program that dies leaves its own.
    pub(super) fn reset(&self) {
        if let Some(settings) = &self.settings {
            // Without a terminal there is nothing to restore.
            let _ = tcsetattr(&*self.file, OptionalActions::Now, settings);
        }
    }
}

/// Gives a process, in its own group, the terminal from its first instruction on.
pub(super) fn hand_over(process: &mut Command, terminal: Option<Terminal>) {
    let give = move || -> io::Result<()> {
        if let Some(terminal) = &terminal {
            terminal.give(getpid());
        }
        // SAFETY: setting the usual action installs no handler.
        unsafe { libc::signal(libc::SIGTTOU, libc::SIG_DFL) };
        Ok(())
    };
    // SAFETY: between fork and exec it makes system calls that neither allocate nor lock.
    unsafe { process.pre_exec(give) };
}
