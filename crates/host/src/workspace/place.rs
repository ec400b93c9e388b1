//! One name in one directory that is held open: the file operations themselves.

use std::fs::{File, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt as _, fchown};

use rustix::fs::{
    Access, AtFlags, FileType, Mode, OFlags, accessat, openat, readlinkat, renameat, symlinkat, unlinkat,
};
use rustix::io::Errno;
use unbreak_core::RelPath;

use super::content::{Content, LINK_MODE};
use super::error::WorkspaceError;
use super::facts::Facts;

/// A file's directory, held open, and its name in it.
#[derive(Debug)]
pub(super) struct Place {
    directory: OwnedFd,
    file: RelPath,
}

impl Place {
    pub(super) fn new(directory: OwnedFd, file: RelPath) -> Self {
        Self { directory, file }
    }

    pub(super) fn directory(&self) -> BorrowedFd<'_> {
        self.directory.as_fd()
    }

    pub(super) fn name(&self) -> &str {
        self.file.file_name()
    }

    /// What there is of that name, if anything.
    pub(super) fn facts(&self) -> Result<Option<Facts>, WorkspaceError> {
        Facts::of(&self.directory, self.name()).map_err(|error| self.error("read", error))
    }

    /// The content of a regular file or of a link; `None` when there is neither.
    ///
    /// # Errors
    /// When it is a directory, FIFO, socket or device, or cannot be read.
    pub(super) fn read(&self) -> Result<Option<Content>, WorkspaceError> {
        match self.facts()?.map(|facts| facts.kind) {
            None => Ok(None),
            Some(FileType::RegularFile) => self.read_file().map(Some),
            Some(FileType::Symlink) => self.read_link().map(Some),
            Some(other) => Err(self.not_regular(other)),
        }
    }

    /// The same, but `None` for what is larger than `limit` bytes.
    pub(super) fn read_up_to(&self, limit: u64) -> Result<Option<Content>, WorkspaceError> {
        match self.facts()? {
            Some(facts) if facts.size > limit => Ok(None),
            _ => self.read(),
        }
    }

    /// The content of a regular file.
    ///
    /// # Errors
    /// When there is none, it is something else, or it cannot be read.
    pub(super) fn read_regular(&self) -> Result<Content, WorkspaceError> {
        match self.read()? {
            Some(content) if content.is_link() => Err(self.not_regular(FileType::Symlink)),
            Some(content) => Ok(content),
            None => Err(WorkspaceError::NotFound(self.file.clone())),
        }
    }

    fn read_file(&self) -> Result<Content, WorkspaceError> {
        // Without waiting, should a FIFO have taken its place in between.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let read = || -> io::Result<(Facts, Vec<u8>)> {
            let mut file = File::from(openat(&self.directory, self.name(), flags, Mode::empty())?);
            let facts = Facts::from(&rustix::fs::fstat(&file)?);
            let mut bytes = Vec::with_capacity(usize::try_from(facts.size).unwrap_or(0));
            file.read_to_end(&mut bytes)?;
            Ok((facts, bytes))
        };
        match read().map_err(|error| self.error("read", error))? {
            (facts, _) if !facts.is_regular() => Err(self.not_regular(facts.kind)),
            (facts, bytes) => Ok(Content {
                bytes,
                mode: Some(facts.mode),
            }),
        }
    }

    fn read_link(&self) -> Result<Content, WorkspaceError> {
        let target = readlinkat(&self.directory, self.name(), Vec::new())
            .map_err(|error| self.error("read", error))?;
        Ok(Content {
            bytes: target.into_bytes(),
            mode: Some(LINK_MODE),
        })
    }

    /// Refuses what is write-protected: the file or its directory.
    pub(super) fn check_writable(&self) -> Result<(), WorkspaceError> {
        let is_file = self.facts()?.is_some_and(|facts| facts.is_regular());
        if is_file && self.is_protected(self.name())? {
            return Err(WorkspaceError::ReadOnly(self.file.to_string()));
        }
        if self.is_protected(".")? {
            let parent = self.file.parent();
            let parent = if parent.is_empty() { "." } else { parent };
            return Err(WorkspaceError::ReadOnly(parent.to_owned()));
        }
        Ok(())
    }

    fn is_protected(&self, name: &str) -> Result<bool, WorkspaceError> {
        let facts = Facts::of(&self.directory, name).map_err(|error| self.error("read", error))?;
        let denied = accessat(&self.directory, name, Access::WRITE_OK, AtFlags::empty()).is_err();
        Ok(denied || facts.is_some_and(|facts| facts.is_protected()))
    }

    /// Puts a content there in one step: readers see the old file or the new one, never half. The
    /// name is what is replaced, so a hard link to the old file elsewhere keeps the old content.
    ///
    /// `temporary` is the name the new content has until then, in the same directory.
    pub(super) fn write(&self, content: &Content, temporary: &str) -> Result<(), WorkspaceError> {
        self.remove_name(temporary)?;
        let written = if content.is_link() {
            symlinkat(content.bytes.as_slice(), &self.directory, temporary).map_err(io::Error::from)
        } else {
            self.write_file(content, temporary)
        };
        written
            .and_then(|()| {
                Ok(renameat(
                    &self.directory,
                    temporary,
                    &self.directory,
                    self.name(),
                )?)
            })
            .map_err(|error| {
                // The first error is the one to tell.
                let _ = self.remove_name(temporary);
                self.error("written", error)
            })
    }

    fn write_file(&self, content: &Content, temporary: &str) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(&self.directory, temporary, flags, Mode::from_raw_mode(0o666))?;
        let mut file = File::from(file);
        if let Some(former) = Facts::of(&self.directory, self.name())? {
            // Root keeps the owner; for anybody else the file is his own already.
            let _ = fchown(&file, Some(former.owner.0), Some(former.owner.1));
        }
        if let Some(mode) = content.mode {
            file.set_permissions(Permissions::from_mode(mode))?;
        }
        file.write_all(&content.bytes)?;
        // The new content must be there before the name means it, or a power cut leaves nothing.
        file.sync_data()
    }

    /// Removes the file or link.
    pub(super) fn remove(&self) -> Result<(), WorkspaceError> {
        self.remove_name(self.name())
    }

    /// Removes something else in the same directory; it need not exist.
    pub(super) fn remove_name(&self, name: &str) -> Result<(), WorkspaceError> {
        match unlinkat(&self.directory, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(self.error("removed", error)),
        }
    }

    /// Removes the directory of that name if it is empty.
    pub(super) fn remove_empty_directory(&self) {
        // One that is not empty, or gone, is left as it is.
        let _ = unlinkat(&self.directory, self.name(), AtFlags::REMOVEDIR);
    }

    /// Opens a directory in the same directory; a link to one is none.
    pub(super) fn directory_beside(&self, name: &str) -> Option<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(&self.directory, name, flags, Mode::empty()).ok()
    }

    fn not_regular(&self, kind: FileType) -> WorkspaceError {
        WorkspaceError::NotRegular {
            file: self.file.clone(),
            kind: match kind {
                FileType::Directory => "a directory",
                FileType::Symlink => "a symbolic link",
                FileType::Fifo => "a FIFO",
                FileType::Socket => "a socket",
                _ => "a device",
            },
        }
    }

    fn error(&self, action: &'static str, error: impl Into<io::Error>) -> WorkspaceError {
        WorkspaceError::io(&self.file, action, error)
    }
}
