//! The directory of one run: its journal, and the contents that the journal names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::content::{Content, Image};
use super::error::WorkspaceError;
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

    /// Keeps a content that is about to be replaced; when this returns it is on the disk.
    pub(super) fn keep(&self, content: &Content) -> Result<Image, WorkspaceError> {
        let (image, file) = self.store(content)?;
        let path = self.image_path(&image);
        let synced = file
            .map_or_else(|| File::open(&path), Ok)
            .and_then(|file| file.sync_all());
        synced.map_err(WorkspaceError::state(&path))?;
        Ok(image)
    }

    /// Keeps a content that will stand in the workspace. It is needed only to merge somebody else's
    /// changes to it, so it may get lost with the power.
    pub(super) fn keep_loosely(&self, content: &Content) -> Result<Image, WorkspaceError> {
        self.store(content).map(|(image, _)| image)
    }

    fn store(&self, content: &Content) -> Result<(Image, Option<File>), WorkspaceError> {
        let image = content.image().map_err(WorkspaceError::state(&self.path))?;
        let path = self.image_path(&image);
        let store = || -> io::Result<Option<File>> {
            if fs::metadata(&path).is_ok_and(|kept| kept.len() == content.bytes.len() as u64) {
                return Ok(None);
            }
            let mut file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .mode(0o600)
                .open(&path)?;
            file.write_all(&content.bytes)?;
            Ok(Some(file))
        };
        let file = store().map_err(WorkspaceError::state(&path))?;
        Ok((image, file))
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
