//! The limits of commands.

use std::time::{Duration, Instant};

/// The limits of a command. `None` is not a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Wall time; a command's own `timeout` takes precedence.
    pub timeout: Option<Duration>,
    /// How long a command may write nothing. One that then has not ended hangs, and counts as timed out.
    pub silence: Option<Duration>,
    /// The moment at which every command is interrupted, however long it has run.
    pub deadline: Option<Instant>,
    /// Bytes of output, standard output and standard error together.
    pub output_bytes: Option<u64>,
    /// Bytes of private writable memory that each process may have (Linux' `RLIMIT_DATA`; address
    /// space would count what runtimes such as Go's or Java's only reserve).
    pub memory_bytes: Option<u64>,
    /// How long a process may take to end on request, before it is killed.
    pub grace: Duration,
}

impl Default for Limits {
    /// No limits, two seconds of grace.
    fn default() -> Self {
        Self {
            timeout: None,
            silence: None,
            deadline: None,
            output_bytes: None,
            memory_bytes: None,
            grace: Duration::from_secs(2),
        }
    }
}
