//! The diagnostics that are switched on through the environment alone: the command's arguments stay
//! unchanged.

use std::path::{Path, PathBuf};

use unbreak_core::{Command, ToolError};

use crate::startup::{self, prepend, set};

/// A command with everything on.
pub(super) struct Traced {
    pub(super) command: Command,
    /// The directory in which processes write their records.
    pub(super) records: PathBuf,
}

/// Read by Python when it starts.
const HOOK: &str = include_str!("hook.py");

/// Variables that hold one setting.
const SETTINGS: &[(&str, &str)] = &[
    ("RUST_BACKTRACE", "full"),
    ("RUST_LIB_BACKTRACE", "1"),
    ("GOTRACEBACK", "all"),
    ("PYTHONFAULTHANDLER", "1"),
    ("PYTHONDEVMODE", "1"),
];

/// Variables that hold a list, to which something is added.
const ADDITIONS: &[(&str, &str, &str)] = &[
    (
        "NODE_OPTIONS",
        " ",
        "--stack-trace-limit=100 --trace-uncaught --enable-source-maps",
    ),
    // Otherwise exceptions that are thrown often lose their trace, and all of it beyond 1,024 frames.
    (
        "JAVA_TOOL_OPTIONS",
        " ",
        "-XX:-OmitStackTraceInFastThrow -XX:MaxJavaStackTraceDepth=10000",
    ),
];

/// Frames that Python remembers of each allocation.
const ALLOCATION_FRAMES: &str = "16";

impl Traced {
    /// # Errors
    /// When the scratch directory cannot be written.
    pub(super) fn new(mut command: Command, root: &Path, scratch: &Path) -> Result<Self, ToolError> {
        let (hooks, records) = (scratch.join("hooks"), scratch.join("records"));
        startup::create(&records)?;
        startup::python(&mut command, &hooks, HOOK)?;
        for (name, value) in SETTINGS {
            set(&mut command, name, *value);
        }
        for (name, separator, value) in ADDITIONS {
            prepend(&mut command, name, separator, value);
        }
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        set(&mut command, "UNBREAK_TRACE_ROOT", real.to_string_lossy());
        set(&mut command, "UNBREAK_TRACE_OUT", records.to_string_lossy());
        Ok(Self { command, records })
    }

    /// Has Python remember where memory was allocated.
    pub(super) fn remember_allocations(&mut self) {
        set(&mut self.command, "PYTHONTRACEMALLOC", ALLOCATION_FRAMES);
    }
}
