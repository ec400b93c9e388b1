//! A copy of the workspace, for edits and commands that must not reach the user's files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::confine::Root;
use super::error::WorkspaceError;
use super::listing;

/// The most bytes of a copy. A larger directory is not a source tree, and would fill the disk.
const MOST_BYTES: u64 = 2 << 30;

/// Ignored files up to this size are copied: settings, generated sources.
const SMALL_BYTES: u64 = 1 << 20;

/// Directories of installed packages. They are not edited, so a link is enough.
const PACKAGES: &[&str] = &["node_modules", ".venv", "venv", "vendor", ".bundle", ".yarn"];

/// Copies the files that git would keep, the small ignored files, and links to installed packages.
///
/// # Errors
/// If it is too large, or cannot be written.
pub(super) fn copy(root: &Root, to: &Path) -> Result<(), WorkspaceError> {
    let mut copy = Copy {
        from: root.path(),
        to,
        room: MOST_BYTES,
    };
    let mut directories = BTreeSet::from([PathBuf::new()]);
    for file in listing::files_and_links(root) {
        let file = Path::new(file.as_str());
        directories.extend(file.ancestors().skip(1).map(Path::to_owned));
        copy.entry(file)?;
    }
    directories
        .iter()
        .try_for_each(|directory| copy.extras(directory))
}

struct Copy<'a> {
    from: &'a Path,
    to: &'a Path,
    /// The remaining bytes.
    room: u64,
}

impl Copy<'_> {
    /// Copies a file or a link.
    fn entry(&mut self, file: &Path) -> Result<(), WorkspaceError> {
        let (from, to) = (self.from.join(file), self.to.join(file));
        let Ok(about) = fs::symlink_metadata(&from) else {
            // It has just been removed.
            return Ok(());
        };
        let written = fs::create_dir_all(to.parent().unwrap_or(&to));
        let written = match about.is_symlink() {
            true => written.and_then(|()| self.link(&from, &to)),
            false => {
                self.room = self
                    .room
                    .checked_sub(about.len())
                    .ok_or(WorkspaceError::TooLarge { limit: MOST_BYTES })?;
                written.and_then(|()| fs::copy(&from, &to).map(drop))
            }
        };
        written.map_err(WorkspaceError::state(&to))
    }

    /// Copies files in a directory that git ignores but a command may need.
    fn extras(&mut self, directory: &Path) -> Result<(), WorkspaceError> {
        let Ok(entries) = fs::read_dir(self.from.join(directory)) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            let file = directory.join(entry.file_name());
            let to = self.to.join(&file);
            let Ok(about) = entry.metadata() else {
                continue;
            };
            if fs::symlink_metadata(&to).is_ok() {
                continue;
            }
            if about.is_file() && about.len() <= SMALL_BYTES.min(self.room) || about.is_symlink() {
                self.entry(&file)?;
            } else if PACKAGES.iter().any(|packages| entry.file_name() == *packages) {
                symlink(entry.path(), &to).map_err(WorkspaceError::state(&to))?;
            }
        }
        Ok(())
    }

    /// Copies a link; one that leads inside by its full path is changed to lead inside the copy.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let target = fs::read_link(from)?;
        let target = match target.strip_prefix(self.from) {
            Ok(inside) => self.to.join(inside),
            Err(_) if self.leads_inside(from, &target) => target,
            Err(_) => from.parent().unwrap_or(from).join(target),
        };
        symlink(target, to)
    }

    fn leads_inside(&self, from: &Path, target: &Path) -> bool {
        let meant = from.parent().unwrap_or(from).join(target);
        target.is_relative()
            && meant
                .canonicalize()
                .is_ok_and(|meant| meant.starts_with(self.from))
    }
}
