//! The terminal that this process was started on, and handing it to a program as a shell does.

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
    /// How it was set when it was opened.
    settings: Option<Termios>,
}

impl Terminal {
    /// The terminal, if there is one.
    ///
    /// From now on this process may hand it on and take it back also from the background, for which the
    /// system would otherwise stop it.
    pub(super) fn open() -> Option<Self> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty").ok()?;
        // SAFETY: ignoring a signal installs no handler.
        unsafe { libc::signal(libc::SIGTTOU, libc::SIG_IGN) };
        Some(Self {
            settings: tcgetattr(&file).ok(),
            file: Arc::new(file),
        })
    }

    /// Whether the process group of this process has it: reads from it, and gets the signals of its keys.
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

    /// Sets it as it was when it was opened: a program that dies leaves it as it needed it.
    pub(super) fn reset(&self) {
        if let Some(settings) = &self.settings {
            // Without a terminal any more there is nothing to set.
            let _ = tcsetattr(&*self.file, OptionalActions::Now, settings);
        }
    }
}

/// Sees to it that a process, in a group of its own, has the terminal from its first instruction on.
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
