//! Where things lie in the repository.

use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The virtual environment of the Python tools.
pub(crate) fn venv() -> PathBuf {
    root().join(".tools/venv")
}
