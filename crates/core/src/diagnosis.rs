//! Diagnoses: what is missing outside the tree, so that no change to the user's files can repair the failure.
//!
//! A [`Diagnosis`] stands beside the fixes of a run. It names one thing that is missing or in the way, says
//! what was seen and what supports the conclusion, and lists the commands that bring it. The commands are
//! advice: the program runs one only as the command of a [`Fix`](crate::Fix), if its class is allowed.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Location;
use crate::fix::Confidence;

/// One thing that is missing outside the tree, or in the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The kind of thing.
    pub kind: DiagnosisKind,
    /// The thing itself: a package, a port, a variable.
    pub subject: String,
    /// The whole finding in one plain sentence.
    pub summary: String,
    /// The line of the output that led to it.
    pub seen: Sighting,
    /// The supporting evidence, one fragment each: `pyproject.toml declares it`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// The commands that bring the thing, the best first. One of them is enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remedies: Vec<Remedy>,
    /// The confidence.
    pub confidence: Confidence,
}

impl Diagnosis {
    /// A diagnosis without support and remedies, which are set through the fields.
    pub fn new(
        kind: DiagnosisKind,
        subject: impl Into<String>,
        summary: impl Into<String>,
        seen: Sighting,
        confidence: f64,
    ) -> Self {
        Self {
            kind,
            subject: subject.into(),
            summary: summary.into(),
            seen,
            because: Vec::new(),
            remedies: Vec::new(),
            confidence: Confidence::new(confidence),
        }
    }

    /// The same with one more thing that supports it.
    #[must_use]
    pub fn because(mut self, support: impl Into<String>) -> Self {
        self.because.push(support.into());
        self
    }

    /// The same with one more remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: Remedy) -> Self {
        self.remedies.push(remedy);
        self
    }
}

/// The line of the output that led to a diagnosis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// The line, as it was printed.
    pub text: String,
    /// The place in the tree that needs the thing, if the output names it.
    #[serde(flatten, default)]
    pub location: Location,
}

/// A command that brings what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedy {
    /// The system that the command is for (`debian`, `fedora`, `arch`, `homebrew`); `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The command, as one would type it.
    pub command: String,
    /// The class of `--allow` with which the program itself may run it; `None` if it never does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

impl Remedy {
    /// A command for any system that the program never runs itself.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            system: None,
            command: command.into(),
            needs: None,
        }
    }

    /// The same for one system only.
    #[must_use]
    pub fn on(mut self, system: impl Into<String>) -> Self {
        self.system = Some(system.into());
        self
    }

    /// The same for a command that the program may run if this class is allowed.
    #[must_use]
    pub fn needing(mut self, class: impl Into<String>) -> Self {
        self.needs = Some(class.into());
        self
    }
}

/// The kind of a diagnosis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DiagnosisKind {
    /// A package that the project declares is not installed.
    PackageNotInstalled,
    /// A package is used that is neither declared nor installed.
    PackageNotDeclared,
    /// A header of a system library is missing.
    MissingHeader,
    /// A system library is missing.
    MissingLibrary,
    /// A program is not installed.
    MissingProgram,
    /// An interpreter, compiler or tool has another version than the project requires.
    WrongVersion,
    /// Another process listens on a port.
    PortInUse,
    /// A service does not answer.
    ServiceDown,
    /// An environment variable is not set.
    VariableUnset,
    /// The locale is missing or not UTF-8.
    Locale,
    /// The user may not do this to a file, port or device.
    Permission,
    /// The file system is read-only.
    ReadOnly,
    /// The disk is full.
    DiskFull,
    /// The memory was not enough.
    OutOfMemory,
    /// The network, or the resolution of names, does not work.
    Network,
    /// A TLS certificate is not trusted or not valid.
    Certificate,
    /// A lock file does not fit its manifest.
    LockOutOfStep,
    /// A cache or build directory belongs to another place or version.
    StaleCache,
    /// The limit of watched files is reached.
    WatcherLimit,
    /// The limit of open files is reached.
    OpenFilesLimit,
}

impl DiagnosisKind {
    /// Every kind.
    pub const ALL: [Self; 20] = [
        Self::PackageNotInstalled,
        Self::PackageNotDeclared,
        Self::MissingHeader,
        Self::MissingLibrary,
        Self::MissingProgram,
        Self::WrongVersion,
        Self::PortInUse,
        Self::ServiceDown,
        Self::VariableUnset,
        Self::Locale,
        Self::Permission,
        Self::ReadOnly,
        Self::DiskFull,
        Self::OutOfMemory,
        Self::Network,
        Self::Certificate,
        Self::LockOutOfStep,
        Self::StaleCache,
        Self::WatcherLimit,
        Self::OpenFilesLimit,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PackageNotInstalled => "package-not-installed",
            Self::PackageNotDeclared => "package-not-declared",
            Self::MissingHeader => "missing-header",
            Self::MissingLibrary => "missing-library",
            Self::MissingProgram => "missing-program",
            Self::WrongVersion => "wrong-version",
            Self::PortInUse => "port-in-use",
            Self::ServiceDown => "service-down",
            Self::VariableUnset => "variable-unset",
            Self::Locale => "locale",
            Self::Permission => "permission",
            Self::ReadOnly => "read-only",
            Self::DiskFull => "disk-full",
            Self::OutOfMemory => "out-of-memory",
            Self::Network => "network",
            Self::Certificate => "certificate",
            Self::LockOutOfStep => "lock-out-of-step",
            Self::StaleCache => "stale-cache",
            Self::WatcherLimit => "watcher-limit",
            Self::OpenFilesLimit => "open-files-limit",
        }
    }
}

impl std::fmt::Display for DiagnosisKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
