//! Locks on directories themselves, independent of their names.
//!
//! The lock files are in the state directory and are named by paths. Two runs with different state
//! directories, or one of them through a bind mount, do not share lock files. But they share the directory's
//! inode: a run holds a lock on one byte of its own root, and on another byte of each directory above.
//!
//! These are open file description locks for reading (`fcntl(2)`), because a directory cannot be opened for
//! writing. They exclude no one by themselves: a run takes its locks, then checks whether another process
//! holds one that excludes it, and gives up if so. They leave no file, end with the process, and do not
//! interfere with a command that calls `flock` on a directory. If a file system has none, only the lock files
//! hold. Two runs that reach a part of a tree and the whole of it through different mounts do not notice each
//! other, because the directories above the part differ.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::path::Path;

/// The byte that is locked in the root of a run.
const ROOT: libc::off_t = 0;
/// The byte that is locked in each directory above it.
const ABOVE: libc::off_t = 1;

/// The locks, until it is dropped.
#[derive(Debug)]
pub(super) struct InodeLocks {
    _directories: Vec<File>,
}

impl InodeLocks {
    /// Takes the locks for a run below `root`; `None` if another run excludes it.
    pub(super) fn take(root: &Path) -> Option<Self> {
        let mut directories = Vec::new();
        let mut is_free = true;
        for (depth, directory) in root.ancestors().enumerate() {
            let Ok(file) = File::open(directory) else {
                // An unreadable directory cannot be locked; no run of this user has it as its root.
                continue;
            };
            let (own, excluding): (_, &[libc::off_t]) = match depth {
                0 => (ROOT, &[ROOT, ABOVE]),
                _ => (ABOVE, &[ROOT]),
            };
            if lock(&file, own).is_ok() {
                is_free &= !excluding.iter().any(|byte| is_held(&file, *byte));
                directories.push(file);
            }
        }
        is_free.then_some(Self {
            _directories: directories,
        })
    }
}

fn lock(file: &File, byte: libc::off_t) -> io::Result<()> {
    control(file, libc::F_OFD_SETLK, &mut range(libc::F_RDLCK, byte))
}

/// Returns whether another process holds a lock on a byte, so that it could not be locked for writing.
fn is_held(file: &File, byte: libc::off_t) -> bool {
    let mut range = range(libc::F_WRLCK, byte);
    let asked = control(file, libc::F_OFD_GETLK, &mut range);
    asked.is_ok() && i32::from(range.l_type) != libc::F_UNLCK
}

fn range(kind: libc::c_int, byte: libc::off_t) -> libc::flock {
    // SAFETY: zero is a valid value of each field of this plain structure.
    let mut range: libc::flock = unsafe { std::mem::zeroed() };
    // The constants of the kinds are below 3.
    range.l_type = libc::c_short::try_from(kind).unwrap_or_default();
    range.l_whence = libc::c_short::try_from(libc::SEEK_SET).unwrap_or_default();
    range.l_start = byte;
    range.l_len = 1;
    range
}

fn control(file: &File, command: libc::c_int, range: &mut libc::flock) -> io::Result<()> {
    // SAFETY: the descriptor is open, and `range` is a lock structure that lives across the call.
    match unsafe { libc::fcntl(file.as_raw_fd(), command, std::ptr::from_mut(range)) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
