//! Removes Python's cached byte code, which must not outlive its source.
//!
//! Python checks a cached file by the source's size and modification time in whole seconds
//! (`importlib`'s default, PEP 552), so after two edits of the same size within a second it would
//! go on to run the first one's code. The cache is derived data: it is removed.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, Dir, unlinkat};

use super::place::Place;

/// Removes the cache of a source file that was just written or removed.
pub(super) fn forget(place: &Place) {
    let Some(stem) = place.name().strip_suffix(".py") else {
        return;
    };
    if let Some(cache) = place.directory_beside("__pycache__") {
        remove(&cache, stem);
    }
}

/// Removes `stem.*.pyc`. If one cannot be removed, a run may use stale code, but the edit is still valid.
fn remove(cache: &OwnedFd, stem: &str) {
    for entry in Dir::read_from(cache).into_iter().flatten().flatten() {
        let rest = entry.file_name().to_bytes().strip_prefix(stem.as_bytes());
        if rest.is_some_and(|rest| rest.starts_with(b".") && rest.ends_with(b".pyc")) {
            let _ = unlinkat(cache, entry.file_name(), AtFlags::empty());
        }
    }
}
