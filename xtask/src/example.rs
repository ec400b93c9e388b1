//! Scratch copies of `examples/broken-python`, outside the repository: a copy below it would be
//! ignored by its `.gitignore`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use crate::layout;

/// The example's own check, relative to its directory.
pub(crate) const CHECK: &str = "./check.sh";

/// A copy that is deleted with the value.
///
/// # Errors
/// When the example cannot be copied.
pub(crate) fn scratch() -> Result<TempDir> {
    let directory = tempfile::Builder::new()
        .prefix("unbreak-example-")
        .tempdir()
        .context("no scratch directory")?;
    copy(&layout::root().join("examples/broken-python"), directory.path())?;
    Ok(directory)
}

/// A copy that stays, for a person to look at.
///
/// # Errors
/// When the example cannot be copied.
pub(crate) fn lasting() -> Result<PathBuf> {
    Ok(scratch()?.keep())
}

/// Files that running the example leaves beside its sources.
const DERIVED: [&str; 3] = ["__pycache__", ".pytest_cache", ".ruff_cache"];

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if DERIVED.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("{} cannot be copied", target.display()))?;
        }
    }
    Ok(())
}
