//! Scratch work trees: repositories of their own, which borrow the objects of the user's. Nothing
//! of the user's repository is written, not even the list of its work trees.

use std::fs;
use std::path::{Path, PathBuf};

use git2::build::CheckoutBuilder;
use git2::{Oid, Repository};
use unbreak_core::ToolError;

use super::history::git;

/// A work tree that commits are checked out in, one after the other.
#[derive(Debug, Clone)]
pub(super) struct WorkTree {
    root: PathBuf,
}

impl WorkTree {
    /// An empty work tree.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn create(root: PathBuf, objects: &Path) -> Result<Self, ToolError> {
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

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Puts a commit's files there. What git ignores stays, so that builds are quick.
    ///
    /// # Errors
    /// When an object is missing, or a file cannot be written.
    pub(super) fn check_out(&self, id: &str) -> Result<(), ToolError> {
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
    pub(super) fn warnings(&self) -> Vec<String> {
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
