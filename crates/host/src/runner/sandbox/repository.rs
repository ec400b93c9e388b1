//! The part of a git repository that determines what git does next: commands may read it, but not write it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The settings of this program: a command may not change how the next one is confined.
const CONFIGURATION: &str = "unbreak.toml";

/// The protected files of a workspace: its `.git`, the directories that a `.git` file leads to (of a linked
/// work tree, of a submodule), those of its submodules, and `unbreak.toml`.
pub(super) fn protected(root: &Path) -> Vec<PathBuf> {
    let mut places = git(root);
    for submodule in submodules(root) {
        places.extend(git(&root.join(submodule)));
    }
    places.push(root.join(CONFIGURATION));
    places.retain(|place| place.exists());
    places
}

/// The `.git` of a directory, and its target.
fn git(directory: &Path) -> Vec<PathBuf> {
    let entry = directory.join(".git");
    let mut places = vec![entry.clone()];
    if let Some(led) = pointed(&entry, "gitdir: ", directory) {
        let common = fs::read_to_string(led.join("commondir")).ok();
        places.extend(common.map(|common| led.join(common.trim())));
        places.push(led);
    }
    places
}

/// The path that a one-line file names, relative to a directory.
fn pointed(file: &Path, prefix: &str, base: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(file).ok()?;
    Some(base.join(text.strip_prefix(prefix)?.trim()))
}

/// The paths of the submodules that `.gitmodules` names.
fn submodules(root: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root.join(".gitmodules")).unwrap_or_default();
    let paths = text.lines().filter_map(|line| {
        let (key, path) = line.split_once('=')?;
        (key.trim() == "path").then(|| PathBuf::from(path.trim()))
    });
    paths.collect()
}

/// The state of a repository's protected files, for a system that cannot keep commands from writing them.
/// Objects, logs and the index are left out: they determine nothing, and reading refreshes them.
#[derive(Debug, Default)]
pub(crate) struct Fingerprint(BTreeMap<PathBuf, Seen>);

/// The metadata of a file, without reading it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    inode: u64,
    length: u64,
    mode: u32,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// Directories and files of a repository whose changes have no effect.
const INDIFFERENT: [&str; 6] = [
    "objects",
    "logs",
    "index",
    "index.lock",
    "FETCH_HEAD",
    "COMMIT_EDITMSG",
];

/// The most files that are checked: more than any repository has besides its objects.
const MOST_FILES: usize = 20_000;

impl Fingerprint {
    /// The fingerprint of the repository around a workspace.
    pub(crate) fn of(root: &Path) -> Self {
        let mut seen = Self::default();
        for place in protected(root) {
            seen.add(&place);
        }
        seen
    }

    fn add(&mut self, place: &Path) {
        let Ok(about) = fs::symlink_metadata(place) else {
            return;
        };
        if about.is_dir() {
            let entries = fs::read_dir(place).into_iter().flatten().flatten();
            let entries = entries.filter(|entry| !INDIFFERENT.iter().any(|name| entry.file_name() == *name));
            return entries.for_each(|entry| self.add(&entry.path()));
        }
        if self.0.len() < MOST_FILES {
            let seen = Seen {
                inode: about.ino(),
                length: about.len(),
                mode: about.mode(),
                modified: (about.mtime(), about.mtime_nsec()),
                changed: (about.ctime(), about.ctime_nsec()),
            };
            self.0.insert(place.to_owned(), seen);
        }
    }

    /// The paths of the files that are new, gone or different now.
    pub(crate) fn changes(&self, root: &Path) -> Vec<PathBuf> {
        let now = Self::of(root);
        let before = self
            .0
            .iter()
            .filter(|(path, seen)| now.0.get(*path) != Some(seen));
        let new = now.0.keys().filter(|path| !self.0.contains_key(*path));
        before.map(|(path, _)| path).chain(new).cloned().collect()
    }
}
