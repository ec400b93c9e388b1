//! The file operations on one name in one directory that is held open.

use std::fs::{File, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt as _, fchown};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{
    Access, AtFlags, FileType, Mode, OFlags, accessat, openat, readlinkat, renameat, symlinkat, unlinkat,
};
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
use rustix::fs::{RenameFlags, renameat_with};
use rustix::io::Errno;
use unbreak_core::RelPath;

use super::content::{Content, LINK_MODE, hash};
use super::error::WorkspaceError;
use super::facts::Facts;
use super::journal::Change;
use super::restore::{Standing, standing};

/// Names for a content in the file's directory during a replacement.
#[derive(Debug)]
pub(super) struct Passage {
    /// The name while it is being written.
    partial: String,
    /// The name when it is complete; also for the displaced content.
    ready: String,
}

impl Passage {
    /// The names for a run: recovery can derive them.
    pub(super) fn of(run: &str, file: &RelPath) -> Result<Self, WorkspaceError> {
        let mut name =
            hash(file.as_str().as_bytes()).map_err(|error| WorkspaceError::io(file, "written", error))?;
        name.truncate(8);
        Ok(Self {
            partial: format!(".unbreak-{run}-{name}.new"),
            ready: format!(".unbreak-{run}-{name}.tmp"),
        })
    }
}

/// The fate of a file whose name is given to another file.
#[derive(Debug, Clone, Copy)]
enum Meeting {
    /// It is gone.
    Replace,
    /// It gets the other one's name.
    Exchange,
    /// It keeps its name, and that is an error.
    Refuse,
}

/// Returns whether the file system can only replace (NFS and FUSE may).
fn is_unsupported(error: Errno) -> bool {
    [Errno::NOSYS, Errno::INVAL, Errno::NOTSUP].contains(&error)
}

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

    /// The metadata of that name, if it exists.
    pub(super) fn facts(&self) -> Result<Option<Facts>, WorkspaceError> {
        Facts::of(&self.directory, self.name()).map_err(|error| self.error("read", error))
    }

    /// The content of a regular file or of a link; `None` if there is neither.
    ///
    /// # Errors
    /// If it is a directory, FIFO, socket or device, or cannot be read.
    pub(super) fn read(&self) -> Result<Option<Content>, WorkspaceError> {
        self.read_name(self.name())
    }

    /// The same for another name in the same directory.
    fn read_name(&self, name: &str) -> Result<Option<Content>, WorkspaceError> {
        let facts = Facts::of(&self.directory, name).map_err(|error| self.error("read", error))?;
        match facts.map(|facts| facts.kind) {
            None => Ok(None),
            Some(FileType::RegularFile) => self.read_file(name).map(Some),
            Some(FileType::Symlink) => self.read_link(name).map(Some),
            Some(other) => Err(self.not_regular(other)),
        }
    }

    /// The same, but `None` for a file larger than `limit` bytes.
    pub(super) fn read_up_to(&self, limit: u64) -> Result<Option<Content>, WorkspaceError> {
        match self.facts()? {
            Some(facts) if facts.size > limit => Ok(None),
            _ => self.read(),
        }
    }

    /// The content of a regular file.
    ///
    /// # Errors
    /// If there is none, it is something else, or it cannot be read.
    pub(super) fn read_regular(&self) -> Result<Content, WorkspaceError> {
        match self.read()? {
            Some(content) if content.is_link() => Err(self.not_regular(FileType::Symlink)),
            Some(content) => Ok(content),
            None => Err(WorkspaceError::NotFound(self.file.clone())),
        }
    }

    fn read_file(&self, name: &str) -> Result<Content, WorkspaceError> {
        // Non-blocking, in case a FIFO has taken its place.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let read = || -> io::Result<(Facts, Vec<u8>)> {
            let mut file = File::from(openat(&self.directory, name, flags, Mode::empty())?);
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

    fn read_link(&self, name: &str) -> Result<Content, WorkspaceError> {
        let target =
            readlinkat(&self.directory, name, Vec::new()).map_err(|error| self.error("read", error))?;
        Ok(Content {
            bytes: target.into_bytes(),
            mode: Some(LINK_MODE),
        })
    }

    /// Refuses a write-protected file or directory.
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

    /// Replaces `expected` by `wanted` in one step: readers see either the old file or the new one. `None`
    /// means no file. The name is replaced, so a hard link to the old file elsewhere keeps the old content.
    ///
    /// The present content is compared after the new content is on the disk. If the system can exchange two
    /// names, the displaced content is compared once more: a file that was saved at the last moment is put
    /// back.
    ///
    /// # Errors
    /// [`WorkspaceError::Changed`] if the content is another one, which stays.
    pub(super) fn replace(
        &self,
        expected: Option<&Content>,
        wanted: Option<&Content>,
        passage: &Passage,
    ) -> Result<(), WorkspaceError> {
        if let Some(content) = wanted {
            self.prepare(content, passage)?;
        }
        let done = match Content::are_alike(self.read()?.as_ref(), expected) {
            true => match (expected, wanted) {
                (Some(expected), Some(wanted)) => self.exchange(expected, wanted, passage),
                (None, Some(_)) => self.appear(passage),
                (Some(expected), None) => self.disappear(expected, passage),
                (None, None) => Ok(()),
            },
            false => Err(self.changed()),
        };
        let cleared = self.remove_name(&passage.ready);
        done.and(cleared)
    }

    /// Writes a content next to the file, under the name for a complete content.
    fn prepare(&self, content: &Content, passage: &Passage) -> Result<(), WorkspaceError> {
        self.remove_name(&passage.partial)?;
        let written = if content.is_link() {
            symlinkat(content.bytes.as_slice(), &self.directory, &passage.partial).map_err(io::Error::from)
        } else {
            self.write_file(content, &passage.partial)
        };
        let ready = written.and_then(|()| {
            let rename = renameat(&self.directory, &passage.partial, &self.directory, &passage.ready);
            Ok(rename?)
        });
        ready.map_err(|error| {
            // The first error is the one to report.
            let _ = self.remove_name(&passage.partial);
            self.error("written", error)
        })
    }

    /// Exchanges the file and the new content. If the displaced content is not the expected one, another
    /// process saved in between: then it goes back, unless that process has saved again by then.
    fn exchange(
        &self,
        expected: &Content,
        wanted: &Content,
        passage: &Passage,
    ) -> Result<(), WorkspaceError> {
        let (mut believed, mut offered) = (expected.clone(), wanted.clone());
        let mut is_first = true;
        loop {
            match self.rename(&passage.ready, self.name(), Meeting::Exchange) {
                Ok(()) => {}
                Err(error) if is_unsupported(error) => {
                    let replaced = self.rename(&passage.ready, self.name(), Meeting::Replace);
                    return replaced.map_err(|error| self.error("written", error));
                }
                // They have removed it.
                Err(Errno::NOENT) => return Err(self.changed()),
                Err(error) => return Err(self.error("written", error)),
            }
            let displaced = self.read_name(&passage.ready)?;
            match displaced {
                Some(displaced) if !Content::are_alike(Some(&displaced), Some(&believed)) => {
                    (believed, offered) = (offered, displaced);
                    is_first = false;
                }
                _ if is_first => return Ok(()),
                _ => return Err(self.changed()),
            }
        }
    }

    /// Gives the new content the name of the file, which does not exist yet.
    fn appear(&self, passage: &Passage) -> Result<(), WorkspaceError> {
        let renamed = match self.rename(&passage.ready, self.name(), Meeting::Refuse) {
            Err(error) if is_unsupported(error) => self.rename(&passage.ready, self.name(), Meeting::Replace),
            renamed => renamed,
        };
        match renamed {
            Err(Errno::EXIST) => Err(self.changed()),
            renamed => renamed.map_err(|error| self.error("written", error)),
        }
    }

    /// Removes the file's name, and restores it if it was not the expected file.
    fn disappear(&self, expected: &Content, passage: &Passage) -> Result<(), WorkspaceError> {
        match self.rename(self.name(), &passage.ready, Meeting::Replace) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(self.changed()),
            Err(error) => return Err(self.error("removed", error)),
        }
        if Content::are_alike(self.read_name(&passage.ready)?.as_ref(), Some(expected)) {
            return Ok(());
        }
        self.appear(passage)?;
        Err(self.changed())
    }

    /// Completes a replacement that was interrupted by a sudden death, on either side of `change`. A content
    /// that another process saved at that moment, and that the replacement displaced, is put back.
    pub(super) fn settle(&self, change: &Change, passage: &Passage) -> Result<(), WorkspaceError> {
        self.remove_name(&passage.partial)?;
        let Some(found) = self.read_name(&passage.ready)? else {
            return Ok(());
        };
        let current = self.read()?;
        let is_ours = |content: Option<&Content>| standing(content, change) != Standing::Other;
        let was_displaced = is_ours(current.as_ref()) && !is_ours(Some(&found));
        let settled = match current {
            Some(current) if was_displaced => self.exchange(&current, &found, passage),
            None if was_displaced => self.appear(passage),
            _ => Ok(()),
        };
        settled.and(self.remove_name(&passage.ready))
    }

    fn rename(&self, from: &str, to: &str, meeting: Meeting) -> Result<(), Errno> {
        match meeting {
            Meeting::Replace => renameat(&self.directory, from, &self.directory, to),
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            Meeting::Exchange => {
                renameat_with(&self.directory, from, &self.directory, to, RenameFlags::EXCHANGE)
            }
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            Meeting::Refuse => {
                renameat_with(&self.directory, from, &self.directory, to, RenameFlags::NOREPLACE)
            }
            #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
            Meeting::Exchange | Meeting::Refuse => Err(Errno::NOSYS),
        }
    }

    fn changed(&self) -> WorkspaceError {
        WorkspaceError::Changed(self.file.clone())
    }

    fn write_file(&self, content: &Content, temporary: &str) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(&self.directory, temporary, flags, Mode::from_raw_mode(0o666))?;
        let mut file = File::from(file);
        let former = Facts::of(&self.directory, self.name())?;
        if let Some(former) = former {
            // Root keeps the owner; for other users the file is their own already.
            let _ = fchown(&file, Some(former.owner.0), Some(former.owner.1));
        }
        if let Some(mode) = content.mode {
            file.set_permissions(Permissions::from_mode(mode))?;
        }
        file.write_all(&content.bytes)?;
        if let Some(time) = former.and_then(|former| time_after(&former)) {
            file.set_modified(time)?;
        }
        // The new content must be on the disk before the name refers to it, or a power cut leaves nothing.
        file.sync_data()
    }

    /// Removes another name in the same directory; it need not exist.
    fn remove_name(&self, name: &str) -> Result<(), WorkspaceError> {
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

    /// Opens a directory in the same directory; a link to one does not count.
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

/// The time of a file that follows another within the same second. Checkers that remember files, such as mypy, know a
/// text by its size and by the whole second of its time, so every text gets a second of its own. After a text of the
/// second before it is the present time: the clock of the file system is a little behind, and may still be in that
/// second. No time is in the past, where what was built of the other text would pass for newer.
fn time_after(former: &Facts) -> Option<SystemTime> {
    const FAR_AHEAD: i64 = 60;
    let now = SystemTime::now();
    let second = now.duration_since(UNIX_EPOCH).ok()?.as_secs();
    match former.modified.checked_sub_unsigned(second)? {
        -1 => Some(now),
        0..FAR_AHEAD => Some(UNIX_EPOCH + Duration::from_secs(u64::try_from(former.modified).ok()? + 1)),
        _ => None,
    }
}
