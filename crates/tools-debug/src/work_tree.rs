//! Scratch work trees: repositories of their own, which borrow the objects of the user's. Nothing
//! of the user's repository is written, not even the list of its work trees.

use std::fs;
use std::path::{Path, PathBuf};

use git2::build::CheckoutBuilder;
use git2::{Oid, Repository};
use unbreak_core::ToolError;

/// A work tree that commits are checked out in, one after the other.
#[derive(Debug, Clone)]
pub(crate) struct WorkTree {
    root: PathBuf,
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
        Ok(Self { root })
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
        let check_out = || {
            let repository = Repository::open(&self.root)?;
            let id = Oid::from_str(id)?;
            let commit = repository.find_commit(id)?;
            let mut how = CheckoutBuilder::new();
            how.force().remove_untracked(true);
            repository.checkout_tree(commit.as_object(), Some(&mut how))?;
            repository.set_head_detached(id)
        };
        check_out().map_err(git)
    }

    /// What of the checked-out commit is not there.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let has_lfs = |file: &Path| fs::read_to_string(file).is_ok_and(|text| text.contains("filter=lfs"));
        let mut warnings = Vec::new();
        if self.root.join(".gitmodules").is_file() {
            warnings.push("submodules are not checked out in the scratch work trees".to_owned());
        }
        if has_lfs(&self.root.join(".gitattributes")) {
            warnings.push("files kept by git LFS are only pointers in the scratch work trees".to_owned());
        }
        warnings
    }
}

/// What git says when it cannot.
#[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
pub(crate) fn git(error: git2::Error) -> ToolError {
    ToolError::Other(format!("git: {}", error.message()))
}

/// The repository that a directory is in.
///
/// # Errors
/// When it is in none.
pub(crate) fn repository(directory: &Path) -> Result<Repository, ToolError> {
    Repository::discover(directory).map_err(|error| {
        let place = directory.display();
        ToolError::Input(format!("no git repository in {place}: {}", error.message()))
    })
}

/// The commit that somebody named.
///
/// # Errors
/// When there is none of that name.
pub(crate) fn resolve(repository: &Repository, name: &str) -> Result<Oid, ToolError> {
    let object = repository
        .revparse_single(name)
        .and_then(|object| object.peel_to_commit());
    let commit =
        object.map_err(|error| ToolError::Input(format!("'{name}' is not a commit: {}", error.message())))?;
    Ok(commit.id())
}

/// Where a directory stands in the work tree of its repository.
pub(crate) fn inside(repository: &Repository, directory: &Path) -> PathBuf {
    let tree = repository.workdir().and_then(|tree| tree.canonicalize().ok());
    let directory = directory.canonicalize().ok();
    let inside = tree
        .zip(directory)
        .and_then(|(tree, directory)| directory.strip_prefix(tree).ok().map(Path::to_owned));
    inside.unwrap_or_default()
}

/// Where the objects of a repository are, also when it is one of several work trees.
pub(crate) fn objects(repository: &Repository) -> PathBuf {
    repository.commondir().join("objects")
}
