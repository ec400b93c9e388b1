//! The whole tree at one moment, for steps whose commands may change anything.
//!
//! A snapshot lists the content of every file and link that git would not ignore, tracked or not. Contents
//! are kept with the run's other images, except those in the user's own repository: they are read from there
//! when they are needed. Nothing is ever written there, which is why a snapshot is not stored as a git tree:
//! git touches existing objects when it is told to write them.

use std::collections::{BTreeMap, BTreeSet};

use git2::{Oid, Repository};
use unbreak_core::RelPath;

use super::confine::Root;
use super::content::{Content, Image};
use super::error::WorkspaceError;
use super::journal::Change;
use super::listing::files_and_links;
use super::run_dir::{RunDir, bring_to_disk};

/// Larger files are not recorded: they are data, and would fill the disk.
const MAX_FILE: u64 = 64 << 20;

/// The content of a snapshot.
type Manifest = BTreeMap<RelPath, Image>;

/// Takes the snapshots of one run.
pub(super) struct Camera<'a> {
    root: &'a Root,
    run: &'a RunDir,
    /// The user's repository, if the workspace is in one.
    users: Option<Repository>,
}

impl<'a> Camera<'a> {
    pub(super) fn new(root: &'a Root, run: &'a RunDir) -> Self {
        let users = Repository::discover(root.path()).ok();
        Self { root, run, users }
    }

    /// Records the present tree, and returns the snapshot's name: the hash of its list.
    pub(super) fn take(&self) -> Result<String, WorkspaceError> {
        let mut manifest = Manifest::new();
        for file in files_and_links(self.root) {
            if let Some(content) = self.now(&file) {
                manifest.insert(file, self.record(&content)?);
            }
        }
        let json = serde_json::to_vec(&manifest);
        let list = Content {
            bytes: json.map_err(|error| WorkspaceError::state(self.run.path())(error.into()))?,
            mode: None,
        };
        let image = self.run.keep(&list)?;
        bring_to_disk(&self.run.image_path(&image))?;
        Ok(image.hash)
    }

    /// All present differences from a snapshot, with the contents of both sides kept.
    pub(super) fn changes_since(&self, name: &str) -> Result<Vec<Change>, WorkspaceError> {
        let before = self.load(name)?;
        let now = files_and_links(self.root);
        let files: BTreeSet<&RelPath> = before.keys().chain(&now).collect();
        let changes = files.into_iter().map(|file| self.change(file, before.get(file)));
        let changes: Vec<Change> = changes.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        self.run.secure(&changes)?;
        Ok(changes)
    }

    fn change(&self, file: &RelPath, before: Option<&Image>) -> Result<Option<Change>, WorkspaceError> {
        let content = self.now(file);
        let after = content.as_ref().map(Content::image).transpose();
        let after = after.map_err(WorkspaceError::state(self.run.path()))?;
        if before == after.as_ref() {
            return Ok(None);
        }
        if let Some(image) = before {
            self.run.keep(&self.recorded(image)?)?;
        }
        if let Some(content) = &content {
            self.run.keep(content)?;
        }
        Ok(Some(Change {
            file: file.clone(),
            before: before.cloned(),
            after,
            directories: parents(file),
        }))
    }

    /// The content of a file; `None` if it was removed meanwhile, cannot be read, or is too large.
    fn now(&self, file: &RelPath) -> Option<Content> {
        self.root.place(file).ok()?.read_up_to(MAX_FILE).ok()?
    }

    /// Makes sure that a content is available later.
    fn record(&self, content: &Content) -> Result<Image, WorkspaceError> {
        let image = content.image().map_err(WorkspaceError::state(self.run.path()))?;
        if self.borrowed(&image).is_some() {
            return Ok(image);
        }
        self.run.keep(content)
    }

    fn recorded(&self, image: &Image) -> Result<Content, WorkspaceError> {
        match self.borrowed(image) {
            Some(content) => Ok(content),
            None => self.run.load(image),
        }
    }

    /// A content from the user's repository.
    fn borrowed(&self, image: &Image) -> Option<Content> {
        let objects = self.users.as_ref()?.odb().ok()?;
        let object = objects.read(Oid::from_str(&image.hash).ok()?).ok()?;
        Some(Content {
            bytes: object.data().to_vec(),
            mode: image.mode,
        })
    }

    fn load(&self, name: &str) -> Result<Manifest, WorkspaceError> {
        let list = Image {
            hash: name.to_owned(),
            mode: None,
        };
        let list = self.run.load(&list)?;
        serde_json::from_slice(&list.bytes)
            .map_err(|error| WorkspaceError::state(self.run.path())(error.into()))
    }
}

/// The directories above a file, the outermost first: those that become empty are removed with it.
fn parents(file: &RelPath) -> Vec<RelPath> {
    let ends = file.as_str().match_indices('/').map(|(end, _)| end);
    ends.filter_map(|end| RelPath::new(&file.as_str()[..end]).ok())
        .collect()
}
