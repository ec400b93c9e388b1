//! Scratch work trees: repositories of their own, which borrow the objects of the user's. Nothing
//! of the user's repository is written, not even the list of its work trees.

mod absent;

use std::fmt;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use git2::build::CheckoutBuilder;
use git2::{Delta, Oid, Repository, Tree};
use unbreak_core::ToolError;

/// A work tree that commits are checked out in, one after the other.
#[derive(Clone)]
pub(crate) struct WorkTree {
    root: PathBuf,
    /// Stays open, because opening reads the configuration and every pack's index again. Nothing
    /// once the work tree is closed.
    repository: Arc<Mutex<Option<Repository>>>,
}

impl fmt::Debug for WorkTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkTree").field("root", &self.root).finish()
    }
}

impl WorkTree {
    /// An empty work tree.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn create(root: PathBuf, objects: &Path) -> Result<Self, ToolError> {
        let repository = Repository::init(&root).map_err(git)?;
        let info = repository.path().join("objects/info");
        let alternates = info.join("alternates");
        let mut borrowed = objects.as_os_str().as_encoded_bytes().to_vec();
        borrowed.push(b'\n');
        fs::create_dir_all(&info)
            .and_then(|()| fs::write(&alternates, borrowed))
            .map_err(|error| {
                ToolError::Other(format!("{} cannot be written: {error}", alternates.display()))
            })?;
        // The list of borrowed objects is read when a repository is opened.
        let repository = Repository::open(&root).map_err(git)?;
        // Setting a file's times changes the entry's times, not the file.
        let configured = repository
            .config()
            .and_then(|mut config| config.set_bool("core.trustctime", false));
        configured.map_err(git)?;
        Ok(Self {
            root,
            repository: Arc::new(Mutex::new(Some(repository))),
        })
    }

    /// Has git take files for ignored, so that they stay when another commit is checked out.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub(crate) fn ignore(&self, paths: &[PathBuf]) -> Result<(), ToolError> {
        let open = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(repository) = open.as_ref() else {
            return Ok(());
        };
        for path in paths {
            repository
                .add_ignore_rule(&format!("/{}", path.display()))
                .map_err(git)?;
        }
        Ok(())
    }

    /// Waits for a commit that is being checked out, and allows no other.
    pub(crate) fn close(&self) {
        let mut open = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
        *open = None;
    }

    /// The directory in it that stands for the workspace.
    pub(crate) fn place(&self, inside: &Path) -> PathBuf {
        // Joining nothing would leave a slash at the end, which no command prints.
        match inside.as_os_str().is_empty() {
            true => self.root.clone(),
            false => self.root.join(inside),
        }
    }

    /// Puts a commit's files there. What git ignores stays, so that builds are quick.
    ///
    /// # Errors
    /// When an object is missing, or a file cannot be written.
    pub(crate) fn check_out(&self, id: &str) -> Result<(), ToolError> {
        let open = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
        let repository = open
            .as_ref()
            .ok_or_else(|| ToolError::Other("the scratch work tree is closed".to_owned()))?;
        let check_out = || {
            let id = Oid::from_str(id)?;
            let commit = repository.find_commit(id)?;
            make_room(repository, &self.root, &commit.tree()?)?;
            let mut how = CheckoutBuilder::new();
            how.force().remove_untracked(true);
            repository.checkout_tree(commit.as_object(), Some(&mut how))?;
            repository.set_head_detached(id)
        };
        check_out().map_err(git)
    }

    /// The files of the checked-out commit.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let open = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
        let index = open.as_ref().and_then(|repository| repository.index().ok());
        let path = |entry: git2::IndexEntry| PathBuf::from(std::ffi::OsString::from_vec(entry.path));
        index
            .map(|index| index.iter().map(path).collect())
            .unwrap_or_default()
    }

    /// Warnings about missing content of the checked-out commit, a sentence for each kind.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let open = self.repository.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref()
            .map(|repository| absent::absent(repository, &self.root))
            .unwrap_or_default()
    }
}

/// Removes the files that are about to be replaced: truncating and rewriting a file waits until the
/// disk has taken its earlier content.
fn make_room(repository: &Repository, root: &Path, target: &Tree<'_>) -> Result<(), git2::Error> {
    let Ok(head) = repository.head() else {
        return Ok(());
    };
    let current = head.peel_to_tree()?;
    let diff = repository.diff_tree_to_tree(Some(&current), Some(target), None)?;
    let changed = diff.deltas().filter(|delta| delta.status() == Delta::Modified);
    let mut safe: Option<PathBuf> = None;
    for path in changed.filter_map(|delta| delta.old_file().path().map(|path| root.join(path))) {
        let Some(directory) = path.parent() else { continue };
        if safe.as_deref() != Some(directory) {
            // The command may have put a link to somewhere else there.
            let is_real = directory.canonicalize().is_ok_and(|real| real == directory);
            safe = is_real.then(|| directory.to_owned());
        }
        if safe.is_some() {
            // A file that cannot be removed is overwritten.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// Turns an error of git into one of the tool.
#[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
pub(crate) fn git(error: git2::Error) -> ToolError {
    ToolError::Other(format!("git: {}", error.message()))
}

/// The repository that a directory is in.
///
/// # Errors
/// When it is not in a repository.
pub(crate) fn repository(directory: &Path) -> Result<Repository, ToolError> {
    Repository::discover(directory).map_err(|error| {
        let place = directory.display();
        ToolError::Input(format!("no git repository in {place}: {}", error.message()))
    })
}

/// The commit that a name stands for.
///
/// # Errors
/// When there is no such commit.
pub(crate) fn resolve(repository: &Repository, name: &str) -> Result<Oid, ToolError> {
    let object = repository
        .revparse_single(name)
        .and_then(|object| object.peel_to_commit());
    let commit =
        object.map_err(|error| ToolError::Input(format!("'{name}' is not a commit: {}", error.message())))?;
    Ok(commit.id())
}

/// The path of a directory in the work tree of its repository.
pub(crate) fn inside(repository: &Repository, directory: &Path) -> PathBuf {
    let tree = repository.workdir().and_then(|tree| tree.canonicalize().ok());
    let directory = directory.canonicalize().ok();
    let inside = tree
        .zip(directory)
        .and_then(|(tree, directory)| directory.strip_prefix(tree).ok().map(Path::to_owned));
    inside.unwrap_or_default()
}

/// The directory of a repository's objects, also when it is one of several work trees.
pub(crate) fn objects(repository: &Repository) -> PathBuf {
    repository.commondir().join("objects")
}
