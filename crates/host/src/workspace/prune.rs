//! Forgetting old runs.

use std::fs;
use std::path::Path;

use super::history::ids;

/// How many runs of a workspace are remembered.
const KEPT_RUNS: usize = 50;
/// How many bytes they may take together.
const KEPT_BYTES: u64 = 200 << 20;

/// Forgets the oldest runs beyond what is remembered; never `current`. What cannot be removed stays
/// until the next time.
pub(super) fn prune(runs: &Path, current: &str) {
    let mut bytes = 0;
    for (index, id) in ids(runs).unwrap_or_default().into_iter().rev().enumerate() {
        let run = runs.join(&id);
        bytes += size(&run);
        if id != current && (index >= KEPT_RUNS || bytes > KEPT_BYTES) {
            let _ = fs::remove_dir_all(run);
        }
    }
}

/// The bytes of all files below a directory.
fn size(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}
