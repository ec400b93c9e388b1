//! Finds out which files a command reads, at no cost: from the times of last access.
//!
//! A file system that keeps them (`relatime`, Linux' default, does when the last access is older
//! than the last change) updates them when a file is read. Where it does not, nothing is learned.

use std::collections::HashSet;
use std::fs::{File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::relevance::Reads;

/// More files than these are not watched: setting their times would take longer than a test.
const MOST: usize = 50_000;

/// How far the time of last access is set back: `relatime` also updates times older than a day.
const BACK: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// The files of a work tree, whose times of last access were set back.
#[derive(Debug)]
pub(super) struct Watch {
    root: PathBuf,
    /// With the time that was set. Empty files, links, and files whose time cannot be set count as read.
    files: Vec<(PathBuf, Option<SystemTime>)>,
}

impl Watch {
    /// Watches these files; nothing when there are too many.
    pub(super) fn begin(root: &Path, files: Vec<PathBuf>) -> Option<Self> {
        if files.len() > MOST {
            return None;
        }
        let files = files.into_iter().map(|file| {
            let set = set_back(&root.join(&file));
            (file, set)
        });
        Some(Self {
            root: root.to_owned(),
            files: files.collect(),
        })
    }

    /// The files read meanwhile; `None` where the file system does not tell.
    pub(super) fn end(self) -> Option<Reads> {
        let accessed = |file: &Path| self.root.join(file).symlink_metadata().ok()?.accessed().ok();
        let mut read = HashSet::new();
        let mut is_told = false;
        for (file, before) in &self.files {
            let has_moved = before.is_some() && accessed(file) != *before;
            is_told |= has_moved;
            if has_moved || before.is_none() {
                read.insert(file.clone());
            }
        }
        let there = self.files.into_iter().map(|(file, _)| file).collect();
        is_told.then_some(Reads::Exactly { read, there })
    }
}

/// The time of last access that a file now has.
fn set_back(path: &Path) -> Option<SystemTime> {
    let known = path.symlink_metadata().ok()?;
    if !known.is_file() || known.len() == 0 {
        return None;
    }
    let past = known.modified().ok()?.checked_sub(BACK)?;
    let set = File::open(path).and_then(|file| file.set_times(FileTimes::new().set_accessed(past)));
    set.ok()?;
    path.symlink_metadata().ok()?.accessed().ok()
}
