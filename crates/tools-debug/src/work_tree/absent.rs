//! Content that a scratch work tree cannot have, because it is not among the objects of the repository.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use git2::{
    AttrCheckFlags, AttrValue, Index, IndexEntry, ObjectType, Repository, TreeWalkMode, TreeWalkResult,
};

/// The beginning of a file that stands for one kept by git LFS (its specification, version 1).
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// A pointer is no longer than this (the same specification).
const LONGEST_POINTER: u32 = 1024;

/// The number of files that are named; the rest is counted.
const NAMED: usize = 5;

/// One sentence for each kind of content that the checked-out commit names and that is missing.
pub(super) fn absent(repository: &Repository, root: &Path) -> Vec<String> {
    let Ok(index) = repository.index() else {
        return Vec::new();
    };
    let kinds = [
        ("these submodules are not checked out", submodules(repository)),
        (
            "these files are kept by git LFS and only pointers",
            pointers(repository, &index, root),
        ),
    ];
    let found = kinds.into_iter().filter(|(_, paths)| !paths.is_empty());
    found
        .map(|(what, paths)| format!("in the scratch work trees {what}: {}", list(&paths)))
        .collect()
}

/// The submodules of the commit: the index names only those that are present.
fn submodules(repository: &Repository) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(tree) = repository.head().and_then(|head| head.peel_to_tree()) else {
        return found;
    };
    let walked = tree.walk(TreeWalkMode::PreOrder, |above, entry| {
        if entry.kind() == Some(ObjectType::Commit) {
            found.push(format!("{above}{}", String::from_utf8_lossy(entry.name_bytes())));
        }
        TreeWalkResult::Ok
    });
    match walked {
        Ok(()) => found,
        Err(_) => Vec::new(),
    }
}

fn pointers(repository: &Repository, index: &Index, root: &Path) -> Vec<String> {
    let has_attributes = index.iter().any(|entry| entry.path.ends_with(b".gitattributes"));
    if !has_attributes {
        return Vec::new();
    }
    let small = index.iter().filter(|entry| entry.file_size <= LONGEST_POINTER);
    let kept_elsewhere = small.map(|entry| name(&entry)).filter(|path| {
        let filter = repository.get_attr(Path::new(path), "filter", AttrCheckFlags::default());
        let filter = filter.map(AttrValue::from_string);
        filter.is_ok_and(|filter| matches!(filter, AttrValue::String("lfs")))
    });
    kept_elsewhere
        .filter(|path| is_pointer(&root.join(path)))
        .collect()
}

fn is_pointer(file: &Path) -> bool {
    let mut start = [0; POINTER.len()];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == POINTER
}

fn name(entry: &IndexEntry) -> String {
    String::from_utf8_lossy(&entry.path).into_owned()
}

fn list(paths: &[String]) -> String {
    let named = paths[..paths.len().min(NAMED)].join(", ");
    match paths.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}
