//! The workspace as all code except the journal sees it: read-only and confined.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_core::capability::CapabilityError;
use unbreak_core::{Fix, RelPath, Workspace};

use super::confine::Root;
use super::content::Content;
use super::copy;
use super::error::WorkspaceError;
use super::listing;
use super::plan::{diff, plan};
use super::state_dir::StateDir;
use super::walk::Last;

/// The directory tree that may be changed. Clones share it.
///
/// It reads; [`begin`](Self::begin) starts a [`Run`](super::Run), which writes.
#[derive(Debug, Clone)]
pub struct Tree {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    root: Root,
    /// The root as the caller named it, made absolute: tools print paths below it too.
    given: PathBuf,
    state: StateDir,
    /// Valid until something is written.
    files: Mutex<Option<Arc<[RelPath]>>>,
}

impl Tree {
    /// Opens the tree below a directory, with its state in the usual place
    /// ([`STATE_DIR_VARIABLE`](super::STATE_DIR_VARIABLE)).
    ///
    /// # Errors
    /// If it is not a directory, or cannot be entered.
    pub fn open(directory: &Path) -> Result<Self, WorkspaceError> {
        Self::new(directory, None)
    }

    /// The same with the state of all workspaces below another directory.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_with_state(directory: &Path, state: &Path) -> Result<Self, WorkspaceError> {
        Self::new(directory, Some(state.to_owned()))
    }

    fn new(directory: &Path, state: Option<PathBuf>) -> Result<Self, WorkspaceError> {
        let failed = |source| WorkspaceError::Root {
            path: directory.to_owned(),
            source,
        };
        let path = directory.canonicalize().map_err(failed)?;
        let given = std::path::absolute(directory).map_err(failed)?;
        let state = StateDir::of(&path, state)?;
        let root = Root::open(path, state.base())?;
        let files = Mutex::new(None);
        let shared = Shared {
            root,
            given,
            state,
            files,
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// Forgets the list of files: others, such as the user's command, may have created or removed some.
    pub fn refresh(&self) {
        *self.shared.files.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Where the state of all workspaces is kept; it need not exist yet.
    pub fn state_directory(&self) -> &Path {
        self.shared.state.base()
    }

    /// Where the debug sessions about this workspace are kept; it need not exist yet.
    pub(crate) fn sessions_directory(&self) -> PathBuf {
        self.state().sessions()
    }

    /// The directory for the state of an agent with this source, for healing itself; it need not exist yet.
    #[cfg(feature = "heal")]
    pub(crate) fn heal_directory(&self) -> PathBuf {
        self.state().heal()
    }

    /// The unified diff that a fix would make, now.
    ///
    /// # Errors
    /// If it does not match the files, or touches something forbidden.
    pub fn preview(&self, fix: &Fix) -> Result<String, WorkspaceError> {
        Ok(diff(&plan(&self.shared.root, &[fix])?))
    }

    pub(super) fn confined(&self) -> &Root {
        &self.shared.root
    }

    /// The directory for tools that unbreak itself installs, each in a directory of its name; it need not
    /// exist yet.
    pub fn tools_directory(&self) -> PathBuf {
        self.state_directory().join("tools")
    }

    pub(super) fn state(&self) -> &StateDir {
        &self.shared.state
    }

    fn content(&self, file: &RelPath) -> Result<Content, WorkspaceError> {
        let root = &self.shared.root;
        root.place(&root.resolve(file, Last::Follow)?.file)?
            .read_regular()
    }
}

impl Workspace for Tree {
    fn root(&self) -> &Path {
        self.shared.root.path()
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        Ok(self.content(file)?.bytes)
    }

    fn files(&self) -> Arc<[RelPath]> {
        let mut files = self.shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(files.get_or_insert_with(|| listing::files(&self.shared.root).into()))
    }

    fn is_file(&self, file: &RelPath) -> bool {
        let root = &self.shared.root;
        let resolved = root.resolve(file, Last::Follow);
        resolved.is_ok_and(|resolved| is_regular(root, &resolved.file))
    }

    fn locate(&self, file: &str) -> Option<RelPath> {
        let path = Path::new(file);
        let below = [self.root(), &self.shared.given]
            .into_iter()
            .find_map(|root| path.strip_prefix(root).ok()?.to_str());
        RelPath::new(below.unwrap_or(file)).ok()
    }

    fn copy_to(&self, directory: &Path) -> Result<(), CapabilityError> {
        Ok(copy::copy(&self.shared.root, directory)?)
    }
}

fn is_regular(root: &Root, file: &RelPath) -> bool {
    let facts = root.place(file).and_then(|place| place.facts());
    facts.is_ok_and(|facts| facts.is_some_and(|facts| facts.is_regular()))
}
