//! A directory tree, to be compared with itself later.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Files that the checks may write.
const DERIVED: [&str; 3] = ["__pycache__", ".pytest_cache", ".ruff_cache"];

/// Every file of a tree, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot(BTreeMap<String, Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    Directory,
    Link(String),
    File { mode: u32, bytes: Vec<u8> },
}

impl Snapshot {
    pub(crate) fn of(root: &Path) -> Self {
        let mut entries = BTreeMap::new();
        collect(root, "", &mut entries);
        Self(entries)
    }

    /// Files and directories that are not the same, or only in one of the two.
    pub(crate) fn changed_since(&self, before: &Self) -> Vec<String> {
        let paths: BTreeSet<&String> = self.0.keys().chain(before.0.keys()).collect();
        let changed = paths
            .into_iter()
            .filter(|path| self.0.get(*path) != before.0.get(*path));
        changed.cloned().collect()
    }
}

fn collect(directory: &Path, prefix: &str, entries: &mut BTreeMap<String, Entry>) {
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if DERIVED.contains(&name.as_str()) {
            continue;
        }
        let path = entry.path();
        let relative = format!("{prefix}{name}");
        let kind = entry.file_type().unwrap();
        let found = if kind.is_symlink() {
            Entry::Link(fs::read_link(&path).unwrap().to_str().unwrap().to_owned())
        } else if kind.is_dir() {
            collect(&path, &format!("{relative}/"), entries);
            Entry::Directory
        } else {
            let mode = entry.metadata().unwrap().permissions().mode();
            Entry::File {
                mode,
                bytes: fs::read(&path).unwrap(),
            }
        };
        entries.insert(relative, found);
    }
}
