//! Metadata of a name in a directory.

use std::os::fd::AsFd;

use rustix::fs::{AtFlags, FileType, Stat, statat};
use rustix::io::Errno;

/// Permission bits, the set-user-id ones included.
const PERMISSIONS: u32 = 0o7777;
/// All three write bits: a file without any is not meant to be changed, whatever the user's rights.
const WRITABLE: u32 = 0o222;

/// Metadata of a name in a directory, without following links.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    pub(super) kind: FileType,
    /// Permission bits.
    pub(super) mode: u32,
    pub(super) size: u64,
    /// The time of its last change, in whole seconds since 1970.
    pub(super) modified: i64,
    pub(super) owner: (u32, u32),
    /// Device and inode: identify the file, whatever its name.
    pub(super) identity: (u64, u64),
}

impl Facts {
    /// `None` if the name does not exist.
    pub(super) fn of(directory: impl AsFd, name: &str) -> Result<Option<Self>, Errno> {
        match statat(directory, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Self::from(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn is_regular(&self) -> bool {
        self.kind == FileType::RegularFile
    }

    /// Returns whether no one may write it.
    pub(super) fn is_protected(&self) -> bool {
        self.mode & WRITABLE == 0
    }
}

impl From<&Stat> for Facts {
    fn from(stat: &Stat) -> Self {
        Self {
            kind: FileType::from_raw_mode(stat.st_mode),
            mode: bits(stat.st_mode) & PERMISSIONS,
            size: whole(stat.st_size),
            modified: stat.st_mtime,
            owner: (stat.st_uid, stat.st_gid),
            identity: (whole(stat.st_dev), whole(stat.st_ino)),
        }
    }
}

/// Systems differ in the width of a mode.
fn bits(mode: impl Into<u32>) -> u32 {
    mode.into()
}

/// Systems also differ in the width and sign of the other numbers.
fn whole(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}
