//! The files of the workspace that git would not ignore.

use ignore::{DirEntry, WalkBuilder};
use unbreak_core::RelPath;

use super::confine::Root;

/// Regular files, sorted. Links are left out: their targets inside are listed by their own names.
pub(super) fn files(root: &Root) -> Vec<RelPath> {
    entries(root, |entry| entry.file_type().is_some_and(|kind| kind.is_file()))
}

/// Regular files and links, sorted: what git would record.
pub(super) fn files_and_links(root: &Root) -> Vec<RelPath> {
    entries(root, |entry| {
        entry
            .file_type()
            .is_some_and(|kind| kind.is_file() || kind.is_symlink())
    })
}

fn entries(root: &Root, wanted: impl Fn(&DirEntry) -> bool) -> Vec<RelPath> {
    let walk = WalkBuilder::new(root.path())
        .hidden(false)
        // `.gitignore` files count outside a repository too: they name derived files.
        .require_git(false)
        // `.ignore` is for search tools; git does not know it.
        .ignore(false)
        .filter_entry(|entry| entry.file_name() != ".git")
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
