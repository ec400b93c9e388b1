//! The directory of one run: its journal, and the contents that the journal names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
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

    /// Creates a directory with a new id that begins with `stamp`.
    pub(super) fn create(runs: &Path, stamp: &str) -> Result<Self, WorkspaceError> {
        let mut run = Self::new(runs, stamp);
        let mut number = 1;
        while !run.try_create().map_err(WorkspaceError::state(&run.path))? {
            number += 1;
            run = Self::new(runs, &format!("{stamp}-{number}"));
        }
        state_dir::create(&run.images())?;
        Ok(run)
    }

    /// `false` when there is one of that name.
    fn try_create(&self) -> io::Result<bool> {
        match fs::DirBuilder::new().mode(0o700).create(&self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.path.join("journal")
    }

    /// Where a snapshot of the whole tree is listed.
    pub(super) fn snapshot(&self, name: &str) -> PathBuf {
        self.path.join(format!("snapshot-{name}.json"))
    }

    fn images(&self) -> PathBuf {
        self.path.join("images")
    }

    /// Where the bytes that an image names are kept.
    pub(super) fn image_path(&self, image: &Image) -> PathBuf {
        self.images().join(&image.hash)
    }

    /// Keeps a content. It may get lost with the power until it is [secured](Self::secure).
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

    /// Brings the contents that are about to be replaced to the disk. (Those that will stand in the
    /// workspace are needed only to merge somebody else's changes to them.) All of them at once, because
    /// the first that is brought there takes the others along.
    pub(super) fn secure(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        for image in changes.iter().filter_map(|change| change.before.as_ref()) {
            bring_to_disk(&self.image_path(image))?;
        }
        Ok(())
    }

    /// The content that an image names.
    ///
    /// # Errors
    /// When it is not kept, or not whole.
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

/// When this returns a file survives a power cut.
pub(super) fn bring_to_disk(path: &Path) -> Result<(), WorkspaceError> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(WorkspaceError::state(path))
}
