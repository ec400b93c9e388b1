//! The whole tree at one moment, for steps whose commands may change anything.
//!
//! A snapshot is a git tree in a private bare repository in the state directory: untracked files
//! included, ignored ones not. Objects that the user's own repository has are borrowed from it by
//! reading; nothing is ever written there.

use std::path::Path;

use git2::{Delta, DiffOptions, Index, IndexEntry, IndexTime, ObjectType, Odb, Oid, Repository, Tree};
use unbreak_core::RelPath;

use super::confine::Root;
use super::content::{Content, LINK_MODE};
use super::error::WorkspaceError;
use super::journal::Change;
use super::listing::files_and_links;
use super::run_dir::RunDir;

/// The snapshots of one run.
pub(super) struct Snapshots<'a> {
    repository: Repository,
    root: &'a Root,
}

/// Larger files are not recorded: they are data, and would fill the disk.
const MAX_FILE: u64 = 64 << 20;

const EXECUTABLE: u32 = 0o100_755;
const PLAIN: u32 = 0o100_644;

impl<'a> Snapshots<'a> {
    /// Opens the private repository, or makes it.
    pub(super) fn open(path: &Path, root: &'a Root) -> Result<Self, WorkspaceError> {
        let repository = Repository::open_bare(path).or_else(|_| Repository::init_bare(path))?;
        // Whatever keeps the user's repository from being read only costs disk space.
        if let Some(objects) = users_objects(root.path()) {
            let _ = repository.odb()?.add_disk_alternate(&objects);
        }
        Ok(Self { repository, root })
    }

    /// Records the tree as it is, and gives the snapshot's name.
    pub(super) fn take(&self) -> Result<String, WorkspaceError> {
        self.write_tree().map(|tree| tree.to_string())
    }

    /// Everything that differs from a snapshot now, with the contents of both sides kept for the
    /// journal.
    pub(super) fn changes_since(&self, snapshot: &str, run: &RunDir) -> Result<Vec<Change>, WorkspaceError> {
        let before = self.repository.find_tree(Oid::from_str(snapshot)?)?;
        let after = self.repository.find_tree(self.write_tree()?)?;
        self.changed(&before, &after)?
            .into_iter()
            .map(|file| self.change(&before, file, run))
            .collect()
    }

    fn write_tree(&self) -> Result<Oid, WorkspaceError> {
        let odb = self.repository.odb()?;
        let mut index = Index::new()?;
        for file in files_and_links(self.root) {
            if let Some(entry) = self.entry(&odb, &file)? {
                index.add(&entry)?;
            }
        }
        Ok(index.write_tree_to(&self.repository)?)
    }

    /// `None` for what went away meanwhile, cannot be read, or is too large.
    fn entry(&self, odb: &Odb<'_>, file: &RelPath) -> Result<Option<IndexEntry>, WorkspaceError> {
        let place = self.root.place(file);
        let content = place.and_then(|place| place.read_up_to(MAX_FILE));
        let Ok(Some(content)) = content else {
            return Ok(None);
        };
        let id = Oid::hash_object(ObjectType::Blob, &content.bytes)?;
        // Asked first, because writing an object that exists touches it, be it the user's.
        if !odb.exists(id) {
            odb.write(ObjectType::Blob, &content.bytes)?;
        }
        Ok(Some(index_entry(file, &content, id)))
    }

    fn changed(&self, before: &Tree<'_>, after: &Tree<'_>) -> Result<Vec<RelPath>, WorkspaceError> {
        let mut options = DiffOptions::new();
        let diff = self
            .repository
            .diff_tree_to_tree(Some(before), Some(after), Some(&mut options))?;
        let changed = diff.deltas().filter(|delta| delta.status() != Delta::Unmodified);
        let path = |file: git2::DiffFile<'_>| file.path().and_then(Path::to_str).map(str::to_owned);
        Ok(changed
            .filter_map(|delta| path(delta.new_file()).or_else(|| path(delta.old_file())))
            .filter_map(|path| RelPath::new(&path).ok())
            .collect())
    }

    fn change(&self, before: &Tree<'_>, file: RelPath, run: &RunDir) -> Result<Change, WorkspaceError> {
        let after = match self.root.place(&file) {
            Ok(place) => place.read_up_to(MAX_FILE)?,
            Err(_) => None,
        };
        let before = self.recorded(before, &file, after.as_ref())?;
        Ok(Change {
            before: before.map(|content| run.keep(&content)).transpose()?,
            after: after.map(|content| run.keep(&content)).transpose()?,
            directories: parents(&file),
            file,
        })
    }

    /// The content that a snapshot holds of a file.
    fn recorded(
        &self,
        tree: &Tree<'_>,
        file: &RelPath,
        now: Option<&Content>,
    ) -> Result<Option<Content>, WorkspaceError> {
        let Ok(entry) = tree.get_path(Path::new(file.as_str())) else {
            return Ok(None);
        };
        let blob = self.repository.find_blob(entry.id())?;
        Ok(Some(Content {
            bytes: blob.content().to_vec(),
            mode: mode(u32::from_ne_bytes(entry.filemode().to_ne_bytes()), now),
        }))
    }
}

/// git records only whether a file is executable: the other bits are those it has now.
fn mode(recorded: u32, now: Option<&Content>) -> Option<u32> {
    let now = now.filter(|now| !now.is_link()).and_then(|now| now.mode);
    match recorded {
        LINK_MODE => Some(LINK_MODE),
        EXECUTABLE => Some(now.unwrap_or(0o644) | 0o111),
        _ => now.map(|mode| mode & !0o111),
    }
}

fn index_entry(file: &RelPath, content: &Content, id: Oid) -> IndexEntry {
    let mode = match content.mode {
        Some(LINK_MODE) => LINK_MODE,
        Some(mode) if mode & 0o100 != 0 => EXECUTABLE,
        _ => PLAIN,
    };
    let never = IndexTime::new(0, 0);
    IndexEntry {
        ctime: never,
        mtime: never,
        dev: 0,
        ino: 0,
        mode,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: file.as_str().into(),
    }
}

/// The directories above a file, the outermost first: those that are empty once it is gone go too.
fn parents(file: &RelPath) -> Vec<RelPath> {
    let ends = file.as_str().match_indices('/').map(|(end, _)| end);
    ends.filter_map(|end| RelPath::new(&file.as_str()[..end]).ok())
        .collect()
}

/// Where the user's repository keeps its objects, if the workspace lies in one.
fn users_objects(root: &Path) -> Option<String> {
    let repository = Repository::discover(root).ok()?;
    repository.commondir().join("objects").to_str().map(str::to_owned)
}

impl From<git2::Error> for WorkspaceError {
    fn from(error: git2::Error) -> Self {
        Self::Snapshot(error.message().to_owned())
    }
}
