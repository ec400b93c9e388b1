//! A copy of the workspace, for edits that never reach the user's files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unbreak_core::{ToolError, Workspace};

/// What a copy may weigh. More is no source tree, and would fill the disk.
const MOST_BYTES: u64 = 2 << 30;

/// Ignored files up to this size are taken along: settings, generated sources.
const SMALL_BYTES: u64 = 1 << 20;

/// Directories of installed packages. Nobody edits them, so a link is enough.
const PACKAGES: &[&str] = &["node_modules", ".venv", "venv", "vendor", ".bundle", ".yarn"];

/// Copies what git would keep, and the small files beside it.
///
/// # Errors
/// When it is too large, or cannot be written.
pub(super) fn copy(workspace: &dyn Workspace, to: &Path) -> Result<(), ToolError> {
    let root = workspace.root();
    let mut room = MOST_BYTES;
    let mut directories = BTreeSet::from([PathBuf::new()]);
    for file in workspace.files().iter() {
        let file = Path::new(file.as_str());
        directories.extend(file.ancestors().skip(1).map(Path::to_owned));
        copy_file(&root.join(file), &to.join(file), &mut room)?;
    }
    for directory in &directories {
        extras(&root.join(directory), &to.join(directory), &mut room)
            .map_err(|error| unwritable(&to.join(directory), &error))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path, room: &mut u64) -> Result<(), ToolError> {
    let Ok(about) = fs::metadata(from) else {
        // A link to nothing, or a file that has just been removed.
        return Ok(());
    };
    if !about.is_file() {
        return Ok(());
    }
    *room = room.checked_sub(about.len()).ok_or_else(|| {
        ToolError::Input("the workspace is larger than 2 GiB: choose a smaller directory with -C".to_owned())
    })?;
    let parent = to.parent().unwrap_or(to);
    fs::create_dir_all(parent)
        .and_then(|()| fs::copy(from, to))
        .map_err(|error| unwritable(to, &error))?;
    Ok(())
}

fn extras(from: &Path, to: &Path, room: &mut u64) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(from) else {
        return Ok(());
    };
    fs::create_dir_all(to)?;
    for entry in entries.flatten() {
        let (name, place) = (entry.file_name(), to.join(entry.file_name()));
        if place.exists() {
            continue;
        }
        let about = entry.metadata()?;
        if about.is_file() && about.len() <= SMALL_BYTES.min(*room) {
            *room -= about.len();
            fs::copy(entry.path(), place)?;
        } else if PACKAGES.iter().any(|packages| name == *packages) {
            link(&entry.path(), &place)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link(to: &Path, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, place)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritable(place: &Path, error: &io::Error) -> ToolError {
    ToolError::Other(format!("{} cannot be written: {error}", place.display()))
}
