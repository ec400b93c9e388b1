//! Self-healing agents.

mod audit;
mod classify;
mod development;
mod documents;
mod repair;
mod tasks;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use unbreak_host::heal::Heal;
use unbreak_host::workspace::Tree;

/// An agent's source, and its state.
pub(crate) struct Place {
    scratch: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self {
            scratch: tempfile::tempdir().unwrap(),
        };
        fs::create_dir_all(place.source()).unwrap();
        place
    }

    pub(crate) fn source(&self) -> PathBuf {
        self.scratch.path().join("source")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.scratch.path().join("state")
    }

    pub(crate) fn path(&self) -> &Path {
        self.scratch.path()
    }

    pub(crate) fn heal(&self) -> Heal {
        Heal::of_tree(&Tree::open_with_state(&self.source(), &self.state()).unwrap()).unwrap()
    }

    /// Makes the source a repository with this origin.
    pub(crate) fn clone_of(&self, origin: &str) {
        let repository = git2::Repository::init(self.source()).unwrap();
        let _ = repository.remote_delete("origin");
        repository.remote("origin", origin).unwrap();
    }
}

/// Changes a byte in the middle of a file.
pub(crate) fn damage(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).unwrap();
}
