//! The errors of plug-ins, by name.

use std::path::Path;
use std::time::Duration;

use unbreak_core::ExitState;

/// A plug-in that cannot be used, or a call of one that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("plug-in {plugin}: {kind}")]
pub struct PluginError {
    plugin: String,
    kind: PluginErrorKind,
}

/// The kind of failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PluginErrorKind {
    /// `plugin.toml`, or a declarative parser, is invalid.
    #[error("{0}")]
    Manifest(String),
    /// A file cannot be read or written.
    #[error("{path} cannot be used: {reason}")]
    File {
        /// The file.
        path: String,
        /// The system's reason.
        reason: String,
    },
    /// The operator has not trusted it.
    #[error("it is not trusted")]
    Untrusted,
    /// It is not what the operator trusted.
    #[error("it has changed since it was trusted")]
    Changed,
    /// The library cannot be opened.
    #[error("the library cannot be opened: {0}")]
    Open(String),
    /// The library exports no entry.
    #[error("the library has no symbol '{0}': it is not a plug-in of unbreak")]
    Symbol(String),
    /// The library was made for another version of the interface.
    #[error("the library speaks {what} {theirs}, and this program {ours}")]
    Version {
        /// `ABI` or `protocol`.
        what: String,
        /// The library's.
        theirs: u32,
        /// This program's.
        ours: u32,
    },
    /// The library holds something else than the manifest says.
    #[error("the manifest and the library do not agree: {0}")]
    Mismatch(String),
    /// A plug-in of the same kind and id exists already.
    #[error("there is already a {0}")]
    Taken(String),
    /// The process it ran in has ended.
    #[error("it crashed ({exit}){said}")]
    Crashed {
        /// How it ended.
        exit: ExitState,
        /// The end of its standard error, after a colon, if there was any.
        said: String,
    },
    /// It did not answer in time.
    #[error("it did not answer within {:.1} s", .0.as_secs_f32())]
    Hung(Duration),
    /// Its answer is too long.
    #[error("its answer has {bytes} bytes; the limit is {limit}")]
    Flood {
        /// The length of its answer.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// Its answer is invalid.
    #[error("its answer is invalid: {0}")]
    Garbage(String),
    /// It panicked.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// It refused.
    #[error("{message}")]
    Refused {
        /// Its status.
        status: u32,
        /// Its message.
        message: String,
    },
    /// It failed before and is left out since.
    #[error("it is left out since it failed: {0}")]
    Dead(String),
}

impl PluginError {
    pub(crate) fn new(plugin: impl Into<String>, kind: PluginErrorKind) -> Self {
        Self {
            plugin: plugin.into(),
            kind,
        }
    }

    pub(super) fn manifest(plugin: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(plugin, PluginErrorKind::Manifest(message.into()))
    }

    pub(super) fn file(plugin: impl Into<String>, path: &Path, error: &std::io::Error) -> Self {
        let kind = PluginErrorKind::File {
            path: path.display().to_string(),
            reason: error.to_string(),
        };
        Self::new(plugin, kind)
    }

    /// The plug-in's id; or its directory, if only that is known.
    pub fn plugin(&self) -> &str {
        &self.plugin
    }

    /// Returns whether the plug-in does not know the method that it was called by.
    pub(super) fn is_unknown_method(&self) -> bool {
        matches!(&self.kind, PluginErrorKind::Refused { status, .. } if *status == unbreak_plugin_abi::status::UNKNOWN)
    }

    /// The kind of failure.
    pub fn kind(&self) -> &PluginErrorKind {
        &self.kind
    }

    /// A hint what to do about it, if there is one.
    pub fn hint(&self) -> Option<String> {
        let plugin = &self.plugin;
        match &self.kind {
            PluginErrorKind::Untrusted | PluginErrorKind::Changed => {
                Some(format!("look at it, then: unbreak plugin trust {plugin}"))
            }
            PluginErrorKind::Version { .. } => Some("build it again with the SDK of this version".to_owned()),
            PluginErrorKind::Symbol(_) => {
                Some("name its types in plugin!(...) and build it with its feature 'dynamic'".to_owned())
            }
            PluginErrorKind::Taken(_) => Some("rename it, or remove one of the two".to_owned()),
            PluginErrorKind::Refused { status, .. } if *status == unbreak_plugin_abi::status::DENIED => Some(
                format!("grant it what it asks for: unbreak plugin trust {plugin}"),
            ),
            _ => None,
        }
    }
}
