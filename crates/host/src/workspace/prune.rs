//! Deletes old runs.

use std::fs;
use std::io;
use std::path::Path;

use super::run_dir::ids;

/// How many runs of a workspace are kept.
const KEPT_RUNS: usize = 50;
/// How many bytes they may take together.
const KEPT_BYTES: u64 = 200 << 20;

/// The name of a run that is being removed.
const GONE: &str = ".gone";

/// Deletes the oldest runs beyond the limits; never `current`. A run that cannot be removed stays until the
/// next time.
pub(super) fn prune(runs: &Path, current: &str) {
    let mut bytes = 0;
    for (index, id) in ids(runs).unwrap_or_default().into_iter().rev().enumerate() {
        let run = runs.join(&id);
        bytes += size(&run);
        if id != current && (index >= KEPT_RUNS || bytes > KEPT_BYTES) {
            let _ = forget(runs, &id);
        }
    }
}

/// Removes a run. It loses its name first: if this is interrupted, the rest does not count as a damaged run,
/// and is removed with the next one.
fn forget(runs: &Path, id: &str) -> io::Result<()> {
    let gone = runs.join(GONE);
    let cleared = fs::remove_dir_all(&gone);
    if !matches!(&cleared, Err(error) if error.kind() != io::ErrorKind::NotFound) {
        fs::rename(runs.join(id), &gone)?;
    }
    fs::remove_dir_all(&gone)
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
