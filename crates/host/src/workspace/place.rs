//! One name in one directory that is held open: the file operations themselves.

use std::io::{self, Read as _, Write as _};
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::fs::{
    Access, AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid, accessat, fchmod, fchown, openat, readlinkat,
    renameat, statat, symlinkat, unlinkat,
};
use rustix::io::Errno;
use unbreak_core::RelPath;

use super::content::{Content, LINK_MODE};
use super::error::WorkspaceError;

/// Permission bits, the set-user-id ones included.
const PERMISSIONS: u32 = 0o7777;
/// All three write bits: a file without any is meant to stay as it is, whoever runs us.
const WRITABLE: u32 = 0o222;

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
        use std::os::fd::AsFd as _;
        self.directory.as_fd()
    }

    fn name(&self) -> &str {
        self.file.file_name()
    }

    /// What there is of that name, links not followed.
    fn stat(&self) -> Result<Option<Stat>, WorkspaceError> {
        match statat(&self.directory, self.name(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(self.error("read", error)),
        }
    }

    /// Whether it is a regular file.
    pub(super) fn is_regular(&self) -> bool {
        let stat = self.stat().ok().flatten();
        stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
    }

    /// What tells the file apart from every other, whatever its name: device and inode.
    pub(super) fn identity(&self) -> Result<Option<(u64, u64)>, WorkspaceError> {
        Ok(self.stat()?.map(|stat| (stat.st_dev, stat.st_ino)))
    }

    /// The content of a regular file or of a link; `None` when there is neither.
    ///
    /// # Errors
    /// When it is a directory, FIFO, socket or device, or cannot be read.
    pub(super) fn read(&self) -> Result<Option<Content>, WorkspaceError> {
        let Some(stat) = self.stat()? else { return Ok(None) };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => self.read_file().map(Some),
            FileType::Symlink => self.read_link().map(Some),
            other => Err(self.not_regular(other)),
        }
    }

    /// The same, but `None` for what is larger than `limit` bytes.
    pub(super) fn read_up_to(&self, limit: u64) -> Result<Option<Content>, WorkspaceError> {
        match self.stat()? {
            Some(stat) if u64::try_from(stat.st_size).is_ok_and(|size| size > limit) => Ok(None),
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
        let handle = openat(&self.directory, self.name(), flags, Mode::empty())
            .map_err(|error| self.error("read", error))?;
        let mut handle = std::fs::File::from(handle);
        let stat = rustix::fs::fstat(&handle).map_err(|error| self.error("read", error))?;
        let mut bytes = Vec::with_capacity(usize::try_from(stat.st_size).unwrap_or(0));
        handle
            .read_to_end(&mut bytes)
            .map_err(|error| self.error("read", error))?;
        Ok(Content {
            bytes,
            mode: Some(stat.st_mode & PERMISSIONS),
        })
    }

    fn read_link(&self) -> Result<Content, WorkspaceError> {
        let target = readlinkat(&self.directory, self.name(), Vec::new())
            .map_err(|error| self.error("read", error))?;
        Ok(Content {
            bytes: target.into_bytes(),
            mode: Some(LINK_MODE),
        })
    }

    /// Refuses what is write-protected: the file by its mode, or its directory.
    pub(super) fn check_writable(&self) -> Result<(), WorkspaceError> {
        if let Some(stat) = self.stat()?
            && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
        {
            let denied = accessat(&self.directory, self.name(), Access::WRITE_OK, AtFlags::empty()).is_err();
            if denied || stat.st_mode & WRITABLE == 0 {
                return Err(WorkspaceError::ReadOnly(self.file.to_string()));
            }
        }
        let stat =
            statat(&self.directory, ".", AtFlags::empty()).map_err(|error| self.error("read", error))?;
        let denied = accessat(&self.directory, ".", Access::WRITE_OK, AtFlags::empty()).is_err();
        if denied || stat.st_mode & WRITABLE == 0 {
            let parent = self.file.parent();
            let parent = if parent.is_empty() { "." } else { parent };
            return Err(WorkspaceError::ReadOnly(parent.to_owned()));
        }
        Ok(())
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
        let handle = openat(&self.directory, temporary, flags, Mode::from_raw_mode(0o666))?;
        if let Ok(stat) = statat(&self.directory, self.name(), AtFlags::SYMLINK_NOFOLLOW) {
            // Root keeps the owner; for anybody else the file is his own already.
            let _ = fchown(
                &handle,
                Some(Uid::from_raw(stat.st_uid)),
                Some(Gid::from_raw(stat.st_gid)),
            );
        }
        if let Some(mode) = content.mode {
            fchmod(&handle, Mode::from_raw_mode(mode))?;
        }
        let mut handle = std::fs::File::from(handle);
        handle.write_all(&content.bytes)?;
        // The new content must be there before the name means it, or a power cut leaves nothing.
        handle.sync_data()
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

    /// Removes the byte code that Python has cached of this source file. It is derived from it, and
    /// checked by size and whole seconds only (`importlib`'s default), so that two edits within a
    /// second would leave the old code in use.
    pub(super) fn forget_bytecode(&self) {
        let Some(stem) = self.name().strip_suffix(".py") else {
            return;
        };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let Ok(cache) = openat(&self.directory, "__pycache__", flags, Mode::empty()) else {
            return;
        };
        let Ok(entries) = rustix::fs::Dir::read_from(&cache) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_bytes();
            let of_this = name
                .strip_prefix(stem.as_bytes())
                .is_some_and(|rest| rest.starts_with(b"."));
            if of_this && name.ends_with(b".pyc") {
                let _ = unlinkat(&cache, entry.file_name(), AtFlags::empty());
            }
        }
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
