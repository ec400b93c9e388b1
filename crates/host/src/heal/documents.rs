//! Prompts and documents that are reloaded in place.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::HealError;

/// The texts of files that an agent reads again when they change, without a restart.
#[derive(Debug, Clone, Default)]
pub struct Documents {
    texts: BTreeMap<PathBuf, String>,
}

impl Documents {
    /// Reads the documents.
    ///
    /// # Errors
    /// If one does not exist, or is not text.
    pub fn open(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, HealError> {
        let texts = files.into_iter().map(|file| {
            let path = canonical(file.as_ref())?;
            Ok((path.clone(), read(&path)?))
        });
        Ok(Self {
            texts: texts.collect::<Result<_, HealError>>()?,
        })
    }

    /// The text of a document as it was last read.
    pub fn text(&self, file: &Path) -> Option<&str> {
        let path = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        self.texts.get(&path).map(String::as_str)
    }

    /// Reads every document again, and returns those that have changed.
    ///
    /// # Errors
    /// If one no longer exists, or is not text. Then all keep their texts.
    pub fn reload(&mut self) -> Result<Vec<PathBuf>, HealError> {
        let read = |path: &PathBuf| Ok((path.clone(), read(path)?));
        let now: BTreeMap<PathBuf, String> = self.texts.keys().map(read).collect::<Result<_, HealError>>()?;
        let changed = now
            .iter()
            .filter(|(path, text)| self.texts.get(*path) != Some(text));
        let changed = changed.map(|(path, _)| path.clone()).collect();
        self.texts = now;
        Ok(changed)
    }

    /// Returns how a change of these files takes effect.
    pub fn effect_of(&self, changed: &[PathBuf]) -> Reload {
        let is_document = |file: &&PathBuf| {
            let path = file.canonicalize().unwrap_or_else(|_| (*file).clone());
            self.texts.contains_key(&path)
        };
        match changed.iter().filter(is_document).count() {
            _ if changed.is_empty() => Reload::Nothing,
            documents if documents == changed.len() => Reload::InPlace,
            _ => Reload::Restart,
        }
    }
}

/// How a change of an agent's source takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reload {
    /// There is no change.
    Nothing,
    /// Only documents changed: [`Documents::reload`] is enough.
    InPlace,
    /// Code changed: the agent ends with the status [`RESTART`](super::RESTART).
    Restart,
}

fn canonical(file: &Path) -> Result<PathBuf, HealError> {
    file.canonicalize().map_err(unreadable(file))
}

fn read(path: &Path) -> Result<String, HealError> {
    fs::read_to_string(path).map_err(unreadable(path))
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> HealError {
    move |source| HealError::Document {
        path: path.to_owned(),
        source,
    }
}
