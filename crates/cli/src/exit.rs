//! The exit codes of the program, as a type.

use unbreak_core::Outcome;

/// The program's exit code.
///
/// The codes are part of the interface: scripts and CI systems branch on them, so a code never
/// changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ExitCode {
    /// The command passes at the end; or no diagnostic of severity error was found; or the request was
    /// fulfilled.
    Passes = 0,
    /// The command still fails; or a diagnostic of severity error was found; or the request could not be
    /// fulfilled.
    Fails = 1,
    /// Wrong usage or configuration: nothing was run.
    Usage = 2,
    /// A budget was reached before the command passed.
    Budget = 3,
    /// Refused: another run holds the workspace, or something is untrusted or unsafe.
    Refused = 4,
    /// The agent's code has changed and passes its tests: it has to be started again (`unbreak heal fix`).
    Restart = 42,
    /// The agent asked to be started again too often within an hour (`unbreak supervise`).
    RestartStorm = 43,
    /// The operator interrupted the run (128 + SIGINT, as shells count it).
    Interrupted = 130,
}

impl ExitCode {
    /// Every code, in ascending order.
    pub const ALL: [Self; 8] = [
        Self::Passes,
        Self::Fails,
        Self::Usage,
        Self::Budget,
        Self::Refused,
        Self::Restart,
        Self::RestartStorm,
        Self::Interrupted,
    ];

    /// The number the shell sees.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Its meaning in one line, for the help page.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Passes => "the command passes; nothing of severity error was found",
            Self::Fails => "the command still fails; errors were found; something could not be done",
            Self::Usage => "wrong usage or configuration",
            Self::Budget => "a budget was reached",
            Self::Refused => {
                "refused: the workspace is held by another run, or something is untrusted or unsafe"
            }
            Self::Restart => "the agent's code has changed: start it again",
            Self::RestartStorm => "the agent was started again too often",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<&Outcome> for ExitCode {
    /// A dry run counts as the run would have: its changes were verified before they were rolled back.
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::AlreadyPassing | Outcome::PassesUnchanged | Outcome::Fixed => Self::Passes,
            Outcome::BudgetExhausted { .. } => Self::Budget,
            Outcome::Interrupted => Self::Interrupted,
            // An outcome that this program does not know counts as a failure.
            _ => Self::Fails,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(exit: ExitCode) -> Self {
        exit.code().into()
    }
}
