//! The machine that commands run on, for questions about what is missing outside the tree.
//!
//! Reads only: the search path, the environment, and on Linux `/proc` and `/sys`. Everything that only one
//! system offers is in `machine/linux.rs`; elsewhere those questions have no answer.

#[cfg_attr(not(target_os = "linux"), path = "machine/elsewhere.rs")]
mod linux;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access, statvfs};
use unbreak_core::{Confinement, Listener, Machine};

use crate::runner::ProcessRunner;

/// The machine, as far as the commands of a runner see it.
pub(crate) struct LocalMachine {
    confinement: Confinement,
    memory_limit: Option<u64>,
}

impl LocalMachine {
    pub(crate) fn of(runner: &ProcessRunner) -> Self {
        Self {
            confinement: runner.sandbox().confinement().clone(),
            memory_limit: runner.limits().memory_bytes,
        }
    }
}

impl Machine for LocalMachine {
    fn program(&self, name: &str) -> Option<PathBuf> {
        let mut files = search_path().map(|directory| directory.join(name));
        files.find(|file| is_executable(file))
    }

    fn programs(&self) -> BTreeSet<String> {
        search_path().flat_map(|directory| names_in(&directory)).collect()
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn entries(&self, directory: &Path) -> Vec<String> {
        names_in(directory)
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
    }

    fn listener(&self, port: u16) -> Option<Listener> {
        linux::listener(port)
    }

    fn free_space(&self, directory: &Path) -> Option<u64> {
        let space = statvfs(directory).ok()?;
        Some(space.f_bavail.saturating_mul(space.f_frsize))
    }

    fn memory(&self) -> Option<u64> {
        let all = [self.memory_limit, linux::memory()];
        all.into_iter().flatten().min()
    }

    fn confinement(&self) -> &Confinement {
        &self.confinement
    }
}

fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

fn names_in(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}
