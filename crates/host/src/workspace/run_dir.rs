//! The directory of one run: its journal, and the contents that the journal refers to.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::content::{Content, Image};
use super::error::WorkspaceError;
use super::journal::Change;
use super::state_dir;

/// The directory of one run.
#[derive(Debug, Clone)]
pub(super) struct RunDir {
    path: PathBuf,
    id: String,
}

impl RunDir {
    /// The directory of the run `id` below `runs`; it need not exist.
    pub(super) fn new(runs: &Path, id: &str) -> Self {
        Self {
            path: runs.join(id),
            id: id.to_owned(),
        }
    }

    /// Creates a directory with a new id: `stamp`, or, if the clock was set back, one that still comes after
    /// all existing ones. The caller holds the lock, so no other process creates one.
    pub(super) fn create(runs: &Path, stamp: &str) -> Result<Self, WorkspaceError> {
        let id = match ids(runs)?.last() {
            Some(last) if last.as_str() >= stamp => after(last),
            _ => stamp.to_owned(),
        };
        let run = Self::new(runs, &id);
        state_dir::create(&run.images())?;
        Ok(run)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The two copies of its journal.
    pub(super) fn journals(&self) -> [PathBuf; 2] {
        ["journal", "journal-copy"].map(|name| self.path.join(name))
    }

    /// Returns whether contents are kept: the first step was made, or about to be.
    pub(super) fn has_images(&self) -> bool {
        fs::read_dir(self.images()).is_ok_and(|mut images| images.next().is_some())
    }

    fn images(&self) -> PathBuf {
        self.path.join("images")
    }

    /// Where the bytes that an image names are kept.
    pub(super) fn image_path(&self, image: &Image) -> PathBuf {
        self.images().join(&image.hash)
    }

    /// Keeps a content. A power cut may lose it until it is [secured](Self::secure).
    pub(super) fn keep(&self, content: &Content) -> Result<Image, WorkspaceError> {
        let image = content.image().map_err(WorkspaceError::state(&self.path))?;
        let path = self.image_path(&image);
        let store = || -> io::Result<()> {
            if fs::metadata(&path).is_ok_and(|kept| kept.len() == content.bytes.len() as u64) {
                return Ok(());
            }
            let mut file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .open(&path)?;
            file.write_all(&content.bytes)
        };
        store().map_err(WorkspaceError::state(&path))?;
        Ok(image)
    }

    /// Writes the contents that are about to be replaced to the disk. (The new contents are needed only to
    /// merge later changes by others.) All of them at once, because syncing the first one writes the others,
    /// too.
    pub(super) fn secure(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        let images: Vec<&Image> = changes
            .iter()
            .filter_map(|change| change.before.as_ref())
            .collect();
        side_by_side(&images, |image| bring_to_disk(&self.image_path(image)))
    }

    /// The content that an image names.
    ///
    /// # Errors
    /// If it is not kept, or damaged.
    pub(super) fn load(&self, image: &Image) -> Result<Content, WorkspaceError> {
        let path = self.image_path(image);
        let bytes = fs::read(&path).map_err(WorkspaceError::state(&path))?;
        let content = Content {
            bytes,
            mode: image.mode,
        };
        if image.is_of(&content) {
            Ok(content)
        } else {
            let damaged = io::Error::new(io::ErrorKind::InvalidData, "the kept content is damaged");
            Err(WorkspaceError::state(&path)(damaged))
        }
    }
}

/// The ids of the runs in a directory, in the order in which they were made.
pub(super) fn ids(runs: &Path) -> Result<BTreeSet<String>, WorkspaceError> {
    let is_run = |name: &String| !name.starts_with('.');
    match fs::read_dir(runs) {
        Ok(entries) => Ok(entries
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(is_run)
            .collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(WorkspaceError::state(runs)(error)),
    }
}

/// Digits of the number after a stamp that was in use.
const NUMBER: usize = 6;

/// An id that sorts after another one.
fn after(last: &str) -> String {
    let numbered = last.rsplit_once('+').and_then(|(stamp, number)| {
        let number: u32 = number.parse().ok()?;
        Some(format!("{stamp}+{:0NUMBER$}", number + 1))
    });
    numbered.unwrap_or_else(|| format!("{last}+{:0NUMBER$}", 1))
}

/// How many files are written at the same time.
const AT_ONCE: usize = 16;

/// Does the same with each item, several at a time: a file system syncs files together if asked to at the
/// same moment, and one after the other otherwise. Returns the first error.
pub(super) fn side_by_side<T: Sync>(
    items: &[T],
    work: impl Fn(&T) -> Result<(), WorkspaceError> + Sync,
) -> Result<(), WorkspaceError> {
    if let [only] = items {
        return work(only);
    }
    let work = &work;
    items.chunks(AT_ONCE).try_for_each(|some| {
        std::thread::scope(|scope| {
            let started: Vec<_> = some.iter().map(|item| scope.spawn(move || work(item))).collect();
            let ended: Vec<_> = started
                .into_iter()
                .map(std::thread::ScopedJoinHandle::join)
                .collect();
            ended
                .into_iter()
                .try_for_each(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })
}

/// After this returns, a file survives a power cut.
pub(super) fn bring_to_disk(path: &Path) -> Result<(), WorkspaceError> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(WorkspaceError::state(path))
}
