//! The directories that a server may work in.

use std::path::{Path, PathBuf};

use unbreak_host::Agent;

use crate::error::CliError;
use crate::workspace;

/// Directories, canonical. The first one is used if a call names none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Roots(Vec<PathBuf>);

impl Roots {
    /// Makes roots from directories.
    ///
    /// # Errors
    /// If one of them is not a directory.
    pub(super) fn new(directories: &[PathBuf]) -> Result<Self, CliError> {
        let canonical = directories.iter().map(|directory| {
            let found = directory
                .canonicalize()
                .map_err(|error| unusable(directory).caused_by(&error))?;
            match found.is_dir() {
                true => Ok(found),
                false => Err(unusable(directory).hint("it is a file".to_owned())),
            }
        });
        Ok(Self(canonical.collect::<Result<_, _>>()?))
    }

    /// The existing ones of a client's `file://` URIs.
    pub(super) fn of_uris<'a>(uris: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let directories = uris.into_iter().filter_map(path_of_uri);
        let canonical = directories.filter_map(|directory| directory.canonicalize().ok());
        let roots: Vec<PathBuf> = canonical.filter(|directory| directory.is_dir()).collect();
        (!roots.is_empty()).then_some(Self(roots))
    }

    /// An agent for each of them, for reading its history.
    pub(super) fn agents(&self) -> impl Iterator<Item = Agent> + '_ {
        self.0
            .iter()
            .filter_map(|root| workspace::without_plugins(root).ok())
    }

    /// The directory of a call.
    ///
    /// # Errors
    /// If it does not exist, or is not in a root.
    pub(super) fn workspace(&self, named: Option<&str>) -> Result<PathBuf, CliError> {
        let Some(first) = self.0.first() else {
            return Err(CliError::usage("this server has no root to work in")
                .hint("start it with `unbreak mcp -C DIR`".to_owned()));
        };
        let Some(named) = named.filter(|named| !named.is_empty()) else {
            return Ok(first.clone());
        };
        let wanted = first.join(path_of_uri(named).unwrap_or_else(|| PathBuf::from(named)));
        let found = wanted
            .canonicalize()
            .map_err(|error| unusable(Path::new(named)).caused_by(&error))?;
        match found.is_dir() && self.holds(&found) {
            true => Ok(found),
            false if !found.is_dir() => Err(unusable(Path::new(named)).hint("it is a file".to_owned())),
            false => Err(CliError::usage(format!(
                "{named} is outside of the directories that this server may work in"
            ))
            .hint(format!("they are {}", self.shown()))
            .hint("start it with `unbreak mcp -C DIR` to add one".to_owned())),
        }
    }

    /// Returns whether a canonical path is in one of them.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.0.iter().any(|root| path.starts_with(root))
    }

    fn shown(&self) -> String {
        let shown: Vec<String> = self.0.iter().map(|root| root.display().to_string()).collect();
        shown.join(", ")
    }
}

fn unusable(directory: &Path) -> CliError {
    CliError::usage(format!("{} cannot be worked in", directory.display()))
}

/// The path of a `file://` URI on this machine.
fn path_of_uri(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    path.starts_with('/').then(|| PathBuf::from(decoded.as_ref()))
}
