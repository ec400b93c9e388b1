//! The phases of a command's work, in which it can report errors.
//!
//! A command reads its configuration, then the sources, then looks up names, checks types, runs, and compares
//! results. A later phase does not look at code that an earlier one refused, so an error of a later phase
//! that comes to light is not a regression.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, ErrorType};

/// A part of a command's work, the earliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Phase {
    /// The tool reads its configuration: a manifest, its settings.
    Configuration,
    /// Sources are parsed.
    Syntax,
    /// Modules and the names in them are looked up.
    Names,
    /// Types are checked, and the program is built.
    Types,
    /// The program runs.
    Execution,
    /// Tests compare results.
    Tests,
    /// Rules of style and bug patterns, which check valid sources.
    Style,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Self; 7] = [
        Self::Configuration,
        Self::Syntax,
        Self::Names,
        Self::Types,
        Self::Execution,
        Self::Tests,
        Self::Style,
    ];

    /// The phase that reports a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        match diagnostic.error_type {
            ErrorType::Syntax | ErrorType::Build if is_configuration(diagnostic) => Self::Configuration,
            ErrorType::Syntax => Self::Syntax,
            ErrorType::Import => Self::Names,
            ErrorType::Type | ErrorType::Build | ErrorType::Unknown => Self::Types,
            ErrorType::Runtime | ErrorType::Timeout => Self::Execution,
            ErrorType::Assertion => Self::Tests,
            ErrorType::Lint => Self::Style,
        }
    }
}

/// Extensions of files that hold settings and data, not programs.
const SETTINGS: &[&str] = &[
    "cfg",
    "conf",
    "ini",
    "json",
    "json5",
    "jsonc",
    "lock",
    "mod",
    "properties",
    "toml",
    "xml",
    "yaml",
    "yml",
];

/// Returns whether it is in a file of settings, before any program is on the stack.
fn is_configuration(diagnostic: &Diagnostic) -> bool {
    let ending = diagnostic.file().and_then(|file| file.rsplit_once('.'));
    let is_setting = ending.is_some_and(|(_, ending)| SETTINGS.contains(&ending));
    is_setting && diagnostic.frames.is_empty() && diagnostic.test.is_none()
}
