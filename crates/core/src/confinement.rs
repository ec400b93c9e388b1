//! How the commands of a run are confined: the part of a report about the sandbox.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// When commands run in a sandbox.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxMode {
    /// In the best one that the system has. The report names it, or says that there is none.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Only in a full one, without the network; without a full one no command runs.
    Strict,
}

impl SandboxMode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Off, Self::Strict];

    /// The name in flags, configuration and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::Strict => "strict",
        }
    }
}

/// There is no sandbox mode of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox is one of auto, off, strict")]
pub struct UnknownMode;

impl FromStr for SandboxMode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, UnknownMode> {
        let mode = Self::ALL.into_iter().find(|mode| mode.name() == name);
        mode.ok_or(UnknownMode)
    }
}

/// The mechanism that confines commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Barrier {
    /// No mechanism.
    None,
    /// Namespaces, made by the system's `bwrap`.
    Bubblewrap,
    /// The kernel's Landlock rules for this process' children.
    Landlock,
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
        })
    }
}

/// How the commands of a run are confined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// The requested mode.
    pub mode: SandboxMode,
    /// The mechanism in use.
    pub by: Barrier,
    /// Whether commands have the network.
    pub network: bool,
    /// The things that commands can still do, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unconfined: Vec<String>,
}

/// Formats it in one line: `bubblewrap, with the network`.
impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.by, self.mode, self.network) {
            (Barrier::None, SandboxMode::Off, _) => f.write_str("off"),
            (Barrier::None, ..) => f.write_str("none"),
            (by, _, true) => write!(f, "{by}, with the network"),
            (by, _, false) => write!(f, "{by}, without the network"),
        }?;
        match self.unconfined.is_empty() {
            true => Ok(()),
            false => write!(f, "; not confined: {}", self.unconfined.join("; ")),
        }
    }
}
