//! The wall around the workspace: the only way from a path to a file.
//!
//! A path as a fix names it is first *resolved* to the real file that it means, and then *placed*:
//! its directory is opened without following any link, and held open while the file is read or
//! written in it.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, mkdirat, open, openat};
use rustix::io::Errno;
use unbreak_core::RelPath;

use super::error::WorkspaceError;
use super::place::Place;
use super::walk::{Last, Resolved, Walk};

/// A directory that is only traversed needs no permission to be read.
#[cfg(target_os = "linux")]
const PASS: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PASS: OFlags = OFlags::RDONLY;

/// Opens a directory, never a link to one.
pub(super) const DIRECTORY: OFlags = PASS
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// The root directory, held open.
#[derive(Debug)]
pub(super) struct Root {
    path: PathBuf,
    directory: OwnedFd,
    /// The place of unbreak's own state, if it is in the workspace.
    state: Option<RelPath>,
}

impl Root {
    /// Opens a canonical path.
    pub(super) fn open(path: PathBuf, state: &Path) -> Result<Self, WorkspaceError> {
        let directory = open(&path, DIRECTORY, Mode::empty()).map_err(|error| WorkspaceError::Root {
            path: path.clone(),
            source: error.into(),
        })?;
        let state = inside(&path, state);
        Ok(Self {
            path,
            directory,
            state,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The directory itself.
    pub(super) fn handle(&self) -> &OwnedFd {
        &self.directory
    }

    /// Returns whether a file is part of unbreak's own state.
    pub(super) fn is_own_state(&self, file: &RelPath) -> bool {
        self.state
            .as_ref()
            .is_some_and(|state| Path::new(file.as_str()).starts_with(state.as_str()))
    }

    /// Follows a path to the real file.
    ///
    /// # Errors
    /// If it leads outside, into `.git`, or into unbreak's own state.
    pub(super) fn resolve(&self, file: &RelPath, last: Last) -> Result<Resolved, WorkspaceError> {
        let resolved = Walk::new(self, file).run(last)?;
        if self.is_own_state(&resolved.file) {
            return Err(WorkspaceError::OwnState(file.clone()));
        }
        Ok(resolved)
    }

    /// Opens the directory of a file whose path has no links on it.
    ///
    /// # Errors
    /// If a directory on the way does not exist, or has become a link.
    pub(super) fn place(&self, file: &RelPath) -> Result<Place, WorkspaceError> {
        let directory = self.directory(file.parent()).map_err(|error| match error {
            Errno::NOENT => WorkspaceError::NotFound(file.clone()),
            Errno::LOOP | Errno::NOTDIR => WorkspaceError::Changed(file.clone()),
            error => WorkspaceError::io(file, "read", error),
        })?;
        Ok(Place::new(directory, file.clone()))
    }

    /// Creates a directory.
    pub(super) fn make_directory(&self, directory: &RelPath) -> Result<(), WorkspaceError> {
        let place = self.place(directory)?;
        match mkdirat(
            place.directory(),
            directory.file_name(),
            Mode::from_raw_mode(0o777),
        ) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(WorkspaceError::io(directory, "created", error)),
        }
    }

    fn directory(&self, path: &str) -> Result<OwnedFd, Errno> {
        let mut directory = openat(&self.directory, ".", DIRECTORY, Mode::empty())?;
        for part in path.split('/').filter(|part| !part.is_empty()) {
            directory = openat(&directory, part, DIRECTORY, Mode::empty())?;
        }
        Ok(directory)
    }
}

/// The path below `root` of an absolute path, if it is there. The path itself need not exist: its nearest
/// existing ancestor is made canonical.
fn inside(root: &Path, path: &Path) -> Option<RelPath> {
    let (canonical, rest) = path.ancestors().find_map(|ancestor| {
        let canonical = ancestor.canonicalize().ok()?;
        Some((canonical, path.strip_prefix(ancestor).ok()?))
    })?;
    let full = canonical.join(rest);
    RelPath::new(full.strip_prefix(root).ok()?.to_str()?).ok()
}
