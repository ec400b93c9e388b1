//! The capabilities that a plug-in may ask the host for.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One capability that a plug-in may ask the host for. Everything that is not granted is denied.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Capability {
    /// `read`: the names and contents of the workspace's files.
    Read,
    /// `exec:PROGRAM`: to run a program, as it is named on the command line; `exec:*` for any.
    Exec(String),
    /// `net`: to have the network in its own process.
    Net,
    /// `model`: to ask the language model.
    Model,
    /// `memory`: to recall and record past fixes.
    Memory,
    /// `machine`: to learn which programs, directories, variables and ports the machine has.
    Machine,
}

/// The text names no capability.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no capability '{0}'; there are read, exec:PROGRAM, net, model, memory, machine")]
pub struct UnknownCapability(String);

impl FromStr for Capability {
    type Err = UnknownCapability;

    fn from_str(text: &str) -> Result<Self, UnknownCapability> {
        match text.split_once(':') {
            None if text == "read" => Ok(Self::Read),
            None if text == "net" => Ok(Self::Net),
            None if text == "model" => Ok(Self::Model),
            None if text == "memory" => Ok(Self::Memory),
            None if text == "machine" => Ok(Self::Machine),
            Some(("exec", program)) if !program.is_empty() => Ok(Self::Exec(program.to_owned())),
            _ => Err(UnknownCapability(text.to_owned())),
        }
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("read"),
            Self::Exec(program) => write!(f, "exec:{program}"),
            Self::Net => f.write_str("net"),
            Self::Model => f.write_str("model"),
            Self::Memory => f.write_str("memory"),
            Self::Machine => f.write_str("machine"),
        }
    }
}

impl TryFrom<String> for Capability {
    type Error = UnknownCapability;

    fn try_from(text: String) -> Result<Self, UnknownCapability> {
        text.parse()
    }
}

impl From<Capability> for String {
    fn from(capability: Capability) -> Self {
        capability.to_string()
    }
}

/// The capabilities that one plug-in was granted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grants(BTreeSet<Capability>);

impl Grants {
    /// Returns whether it was granted.
    pub fn allow(&self, capability: &Capability) -> bool {
        let any_program = || {
            matches!(capability, Capability::Exec(_)) && self.0.contains(&Capability::Exec("*".to_owned()))
        };
        self.0.contains(capability) || any_program()
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Capability> {
        self.0.iter()
    }
}

impl FromIterator<Capability> for Grants {
    fn from_iter<I: IntoIterator<Item = Capability>>(capabilities: I) -> Self {
        Self(capabilities.into_iter().collect())
    }
}
