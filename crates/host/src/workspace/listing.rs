//! The files of the workspace that git would not ignore.

use ignore::{DirEntry, WalkBuilder};
use unbreak_core::RelPath;
use unbreak_core::policy::guard;

use super::confine::Root;

/// Regular files, sorted. Links are left out: their targets inside are listed by their own names. So are installed
/// packages, which not every project has git ignore.
pub(super) fn files(root: &Root) -> Vec<RelPath> {
    let is_wanted = |entry: &DirEntry| entry.file_type().is_some_and(|kind| kind.is_file());
    entries(root, is_wanted, |directory| !has_packages(directory))
}

/// Returns whether an entry is a directory of installed packages, by its name.
pub(super) fn has_packages(entry: &DirEntry) -> bool {
    entry.file_name().to_str().is_some_and(guard::holds_packages)
}

/// Regular files and links, sorted: what git would record.
pub(super) fn files_and_links(root: &Root) -> Vec<RelPath> {
    let is_wanted = |entry: &DirEntry| {
        entry
            .file_type()
            .is_some_and(|kind| kind.is_file() || kind.is_symlink())
    };
    entries(root, is_wanted, |_| true)
}

fn entries(
    root: &Root,
    wanted: impl Fn(&DirEntry) -> bool,
    entered: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
) -> Vec<RelPath> {
    let walk = WalkBuilder::new(root.path())
        .hidden(false)
        // `.gitignore` files count outside a repository too: they name derived files.
        .require_git(false)
        // `.ignore` is for search tools; git does not know it.
        .ignore(false)
        .filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            entry.file_name() != ".git" && (!is_directory || entry.depth() == 0 || entered(entry))
        })
        .build();
    let mut files: Vec<RelPath> = walk
        .filter_map(Result::ok)
        .filter(wanted)
        .filter_map(|entry| RelPath::new(entry.path().strip_prefix(root.path()).ok()?.to_str()?).ok())
        .filter(|file| !root.is_own_state(file))
        .collect();
    files.sort_unstable();
    files
}
