//! The plug-ins that the operator trusts: `plugins.lock` in the user's plug-in directory.
//!
//! It pins the bytes: a plug-in that changes is no longer trusted.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::discover::Candidate;
use super::error::PluginError;
use super::grant::Grants;

const FILE: &str = "plugins.lock";

/// Where the code of a library runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// In a process of its own: the run continues whatever happens there.
    #[default]
    Child,
    /// In this program's process: faster, but a crash ends the program.
    InProcess,
}

/// One trusted plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trusted {
    /// Its id.
    pub id: String,
    /// Its path.
    pub path: PathBuf,
    /// The SHA-256 of its files.
    pub sha256: String,
    /// Where it runs.
    #[serde(default)]
    pub isolation: Isolation,
    /// Its granted capabilities.
    #[serde(default)]
    pub granted: Grants,
}

/// The lock file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    #[serde(default, rename = "plugin")]
    plugins: Vec<Trusted>,
    #[serde(skip)]
    file: PathBuf,
}

/// The trust in a plug-in according to the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing<'a> {
    Trusted(&'a Trusted),
    Changed,
    Unknown,
}

impl Lock {
    /// The lock in a plug-in directory; empty if there is none.
    ///
    /// # Errors
    /// If it cannot be read. It then never counts as empty.
    pub fn read(home: &Path) -> Result<Self, PluginError> {
        let file = home.join(FILE);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| PluginError::file(FILE, &file, &error))?,
        };
        let lock: Self = toml::from_str(&text)
            .map_err(|error| PluginError::manifest(FILE, super::manifest::one_line(&error)))?;
        Ok(Self { file, ..lock })
    }

    /// Trusts a plug-in in its present form, and in no earlier one.
    pub fn trust(&mut self, candidate: &Candidate, isolation: Isolation, granted: Grants) {
        self.forget(&candidate.path);
        self.plugins.push(Trusted {
            id: candidate.manifest.id.clone(),
            path: candidate.path.clone(),
            sha256: candidate.sha256.clone(),
            isolation,
            granted,
        });
        self.plugins
            .sort_by(|a, b| (&a.id, &a.path).cmp(&(&b.id, &b.path)));
    }

    /// Removes the trust in a path; returns whether there was any.
    pub fn forget(&mut self, path: &Path) -> bool {
        let before = self.plugins.len();
        self.plugins.retain(|trusted| trusted.path != path);
        self.plugins.len() < before
    }

    /// Everything that is trusted.
    pub fn iter(&self) -> impl Iterator<Item = &Trusted> {
        self.plugins.iter()
    }

    /// The trust in a plug-in in its present form.
    pub fn trusts(&self, candidate: &Candidate) -> Option<&Trusted> {
        match self.standing(candidate) {
            Standing::Trusted(trusted) => Some(trusted),
            Standing::Changed | Standing::Unknown => None,
        }
    }

    pub(super) fn standing(&self, candidate: &Candidate) -> Standing<'_> {
        let known = self.plugins.iter().find(|trusted| trusted.path == candidate.path);
        match known {
            Some(trusted) if trusted.sha256 == candidate.sha256 && trusted.id == candidate.manifest.id => {
                Standing::Trusted(trusted)
            }
            Some(_) => Standing::Changed,
            None => Standing::Unknown,
        }
    }

    /// Writes it, as a whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> Result<(), PluginError> {
        let failed = |error: std::io::Error| PluginError::file(FILE, &self.file, &error);
        let text = toml::to_string(self).map_err(|error| failed(std::io::Error::other(error)))?;
        let directory = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(directory).map_err(failed)?;
        let new = self.file.with_extension(format!("lock.{}", std::process::id()));
        let written = fs::File::create(&new).and_then(|mut file| {
            file.write_all(b"# The plug-ins you trust; written by 'unbreak plugin'.\n")?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written
            .and_then(|()| fs::rename(&new, &self.file))
            .map_err(failed)
    }
}
