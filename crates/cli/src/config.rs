//! `unbreak.toml`: what a project sets, found upwards from its directory.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::CliError;

/// The name of the file.
const FILE: &str = "unbreak.toml";

/// What may stand in it. Keys that are not known are refused.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// `[plugins]`
    #[serde(default)]
    pub(crate) plugins: Plugins,
}

/// Which plug-ins are used.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plugins {
    /// Ids of parsers, strategies and tools that are switched off, wherever they come from.
    #[serde(default)]
    pub(crate) off: Vec<String>,
}

impl Config {
    /// The one that holds for a directory; the defaults when there is none.
    pub(crate) fn of(directory: &Path) -> Result<Self, CliError> {
        let Some(file) = find(directory) else {
            return Ok(Self::default());
        };
        let wrong = |error: &(dyn std::error::Error + 'static)| {
            CliError::usage(format!("{} cannot be used", file.display())).caused_by(error)
        };
        let text = fs::read_to_string(&file).map_err(|error| wrong(&error))?;
        toml::from_str(&text).map_err(|error| wrong(&error))
    }
}

fn find(directory: &Path) -> Option<PathBuf> {
    let directory = directory.canonicalize().ok()?;
    let mut files = directory.ancestors().map(|ancestor| ancestor.join(FILE));
    files.find(|file| file.is_file())
}
