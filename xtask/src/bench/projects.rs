//! Small projects as data: one TOML file each, in a folder for each family.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;
use xshell::Shell;

use crate::layout;

/// Texts by path.
pub(super) type Files = BTreeMap<String, String>;

/// A project with the name of its family and its own.
#[derive(Debug)]
pub(super) struct Named<T> {
    pub(super) family: String,
    pub(super) name: String,
    pub(super) project: T,
}

/// The projects below a folder whose `FAMILY/NAME` contains a text, sorted.
///
/// # Errors
/// When one cannot be read.
pub(super) fn read<T: DeserializeOwned>(folder: &Path, only: &str) -> Result<Vec<Named<T>>> {
    let mut found = Vec::new();
    for family in entries(folder)? {
        for file in entries(&family)? {
            let (family, name) = (stem(&family), stem(&file));
            if format!("{family}/{name}").contains(only) {
                let project = project(&file)?;
                found.push(Named {
                    family,
                    name,
                    project,
                });
            }
        }
    }
    Ok(found)
}

fn project<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let text = fs::read_to_string(file)?;
    toml::from_str(&text).with_context(|| format!("{} cannot be read", file.display()))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut found: Vec<PathBuf> = listed.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    found.sort();
    Ok(found)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// A shell in a fresh directory that holds these files, with the tools on `PATH` and its state beside it.
///
/// # Errors
/// When the files cannot be written.
pub(super) fn lay_out(scratch: &Path, files: &Files) -> Result<Shell> {
    let shell = Shell::new()?;
    let root = scratch.join("project");
    for (file, text) in files {
        shell.write_file(root.join(file), text)?;
    }
    let (outside, temporary) = (scratch.join("outside"), scratch.join("tmp"));
    shell.create_dir(&outside)?;
    shell.create_dir(&temporary)?;
    shell.change_dir(root);
    shell.set_var("PATH", layout::path_with_tools()?);
    shell.set_var("UNBREAK_STATE_DIR", scratch.join("state"));
    shell.set_var("OUTSIDE", outside);
    shell.set_var("TMPDIR", temporary);
    shell.set_var("PYTHONDONTWRITEBYTECODE", "1");
    Ok(shell)
}

/// Does the same with each item on this many threads. The results come in the order of the items.
pub(super) fn each<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let open = Mutex::new(items.iter().enumerate());
    let next = || open.lock().ok().and_then(|mut open| open.next());
    let done = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some((rank, item)) = next() {
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((rank, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(rank, _)| *rank);
    done.into_iter().map(|(_, result)| result).collect()
}
