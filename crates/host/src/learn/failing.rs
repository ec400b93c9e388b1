//! The failing state of a workspace: the texts of its files when a command failed last.
//!
//! A person's edit is compared with it once the command passes. A state is one file below the state directory
//! that only its owner can read. It holds source texts as they were, because a diff against a redacted text
//! would be wrong; a file in which a secret is found is left out instead. A state is bounded, replaced at the
//! next failure, and deleted once it has been learned from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbreak_core::redact::{self, Redact as _};
use unbreak_core::{Command, Diagnostic, RelPath, Workspace};

use crate::workspace::Tree;

/// The directory of failing states below the state directory.
const DIRECTORY: &str = "failing";
/// The size of a file, in bytes, above which it is left out.
const LARGEST: usize = 256 << 10;
/// The most bytes of all files together.
const ROOM: usize = 4 << 20;
/// The most errors that are kept.
const ERRORS: usize = 20;
/// The most states that are kept; the oldest go first.
const STATES: usize = 64;

/// The errors of a failed command, and the texts it ran on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailingState {
    root: String,
    command: Vec<String>,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) files: BTreeMap<RelPath, String>,
}

impl FailingState {
    /// The state of a tree in which a command has just failed: files that the errors name first, then the
    /// others, as far as there is room.
    pub(super) fn of(tree: &Tree, command: &Command, errors: &[Diagnostic]) -> Self {
        let named: BTreeSet<RelPath> = errors
            .iter()
            .flat_map(|error| {
                let frames = error.frames.iter().map(|frame| &frame.location);
                std::iter::once(&error.location).chain(frames)
            })
            .filter_map(|place| tree.locate(place.file.as_deref()?))
            .collect();
        let all = tree.files();
        let others = all.iter().filter(|file| !named.contains(file)).cloned();
        let mut room = ROOM;
        let mut files = BTreeMap::new();
        for file in named.iter().cloned().chain(others) {
            let text = tree
                .read_text(&file)
                .ok()
                .filter(|text| text.len() <= LARGEST.min(room) && !has_secret(text));
            if let Some(text) = text {
                room -= text.len();
                files.insert(file, text);
            }
        }
        Self {
            root: tree.root().display().to_string(),
            command: words(command),
            errors: errors.iter().take(ERRORS).cloned().map(redacted).collect(),
            files,
        }
    }

    /// The state of this tree when the command last failed, if known.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub(super) fn load(tree: &Tree, command: &Command) -> io::Result<Option<Self>> {
        let text = match fs::read_to_string(path(tree, command)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let state: Self = serde_json::from_str(&text)?;
        let is_this = state.root == tree.root().display().to_string() && state.command == words(command);
        Ok(Some(state).filter(|_| is_this))
    }

    /// Writes it in place of the one before. After a sudden death either the old or the new one is there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn save(&self, tree: &Tree, command: &Command) -> io::Result<()> {
        let path = path(tree, command);
        let directory = path.parent().unwrap_or(&path);
        fs::create_dir_all(directory)?;
        let new = path.with_extension(format!("{}.new", std::process::id()));
        let written = write(&new, &serde_json::to_vec(self)?).and_then(|()| fs::rename(&new, &path));
        if written.is_err() {
            // It would only take room.
            let _ = fs::remove_file(&new);
        }
        prune(directory);
        written
    }

    /// Deletes the state of a command.
    pub(super) fn forget(tree: &Tree, command: &Command) {
        // If it stays, the next failure replaces it.
        let _ = fs::remove_file(path(tree, command));
    }
}

fn has_secret(text: &str) -> bool {
    redact::redact(text) != text
}

/// The message and place of an error, without the text around it: a part of a secret could not be recognised
/// by its form.
fn redacted(mut error: Diagnostic) -> Diagnostic {
    error.snippet = None;
    error.advice = None;
    error.notes.clear();
    error.suggestions.clear();
    error.redact();
    error
}

/// The words of a command, redacted for storage.
fn words(command: &Command) -> Vec<String> {
    let mut command = command.clone();
    command.redact();
    command.words().map(str::to_owned).collect()
}

fn path(tree: &Tree, command: &Command) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (tree.root(), words(command)).hash(&mut hasher);
    let directory = tree.state_directory().join(DIRECTORY);
    directory.join(format!("{:016x}.json", hasher.finish()))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

/// Deletes the oldest states, and unfinished files of processes that died.
fn prune(directory: &Path) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut states: Vec<_> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    states.sort();
    let surplus = states.len().saturating_sub(STATES);
    for (_, path) in &states[..surplus] {
        // Another process may have done it.
        let _ = fs::remove_file(path);
    }
}
