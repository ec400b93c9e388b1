//! The scratch work trees that commits are tested in.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use unbreak_core::ToolError;

use super::reads::Watch;
use crate::work_tree::WorkTree;

/// Work trees, one for each commit that is tested at a time. Dropped, they are closed: a commit that
/// is being checked out is waited for, and none is begun after that, so that the directory can go.
#[derive(Debug)]
pub(super) struct Trees {
    trees: Vec<WorkTree>,
    /// The workspace, as seen from the root of a work tree.
    inside: PathBuf,
    shared: Vec<Shared>,
    /// Warnings about missing content of the commit that was tested first.
    warnings: OnceLock<Vec<String>>,
}

/// A directory of build results that all work trees have in common.
#[derive(Debug, Clone)]
struct Shared {
    /// Relative to the workspace.
    name: PathBuf,
    real: PathBuf,
}

impl Trees {
    /// # Errors
    /// When they cannot be written, or a shared directory is not one below the workspace.
    pub(super) fn create(
        scratch: &Path,
        count: usize,
        objects: &Path,
        inside: &Path,
        shared: &[PathBuf],
    ) -> Result<Self, ToolError> {
        let shared = shared
            .iter()
            .enumerate()
            .map(|(number, name)| Shared::create(name, scratch.join(format!("shared-{number}"))))
            .collect::<Result<Vec<_>, _>>()?;
        let ignored: Vec<PathBuf> = shared.iter().map(|shared| inside.join(&shared.name)).collect();
        let create = |slot| {
            let tree = WorkTree::create(scratch.join(format!("tree-{slot}")), objects)?;
            tree.ignore(&ignored)?;
            Ok(tree)
        };
        Ok(Self {
            trees: (0..count.max(1))
                .map(create)
                .collect::<Result<Vec<_>, ToolError>>()?,
            inside: inside.to_owned(),
            shared,
            warnings: OnceLock::new(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.trees.len()
    }

    /// Warnings about missing content of the commit that was tested first.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.warnings.get().cloned().unwrap_or_default()
    }

    /// Watches which files of the checked-out commit are read, in a work tree in which nothing was
    /// built yet: where build results are shared, something else may have read them.
    pub(super) fn watch(&self, slot: usize) -> Option<Watch> {
        let tree = &self.trees[slot];
        let files = self.shared.is_empty().then(|| tree.files())?;
        Watch::begin(&tree.place(Path::new("")), files)
    }

    /// The first work tree that is not taken.
    pub(super) fn free(&self, taken: impl Iterator<Item = usize>) -> Option<usize> {
        let taken: Vec<usize> = taken.collect();
        (0..self.len()).find(|slot| !taken.contains(slot))
    }

    /// Checks a commit out in the background; returns the directory that corresponds to the
    /// workspace, unless it is not in that commit.
    ///
    /// # Errors
    /// When it cannot be checked out.
    pub(super) async fn check_out(&self, slot: usize, id: &str) -> Result<Option<PathBuf>, ToolError> {
        let (tree, inside, id) = (self.trees[slot].clone(), self.inside.clone(), id.to_owned());
        let shared = self.shared.clone();
        let switch = move || {
            tree.check_out(&id)?;
            let place = tree.place(&inside);
            if !place.is_dir() {
                return Ok(None);
            }
            shared.iter().try_for_each(|shared| shared.link(&place))?;
            Ok(Some(place))
        };
        let switched = tokio::task::spawn_blocking(switch).await;
        self.warnings.get_or_init(|| self.trees[slot].warnings());
        switched.unwrap_or_else(|error| Err(ToolError::Other(format!("the check-out failed: {error}"))))
    }
}

impl Drop for Trees {
    fn drop(&mut self) {
        self.trees.iter().for_each(WorkTree::close);
    }
}

impl Shared {
    fn create(name: &Path, real: PathBuf) -> Result<Self, ToolError> {
        let is_below = |part| matches!(part, Component::Normal(_));
        if name.as_os_str().is_empty() || !name.components().all(is_below) {
            return Err(ToolError::Input(format!(
                "'{}' is not the name of a directory below the workspace",
                name.display()
            )));
        }
        let shared = Self {
            name: name.to_owned(),
            real,
        };
        std::fs::create_dir_all(&shared.real).map_err(|error| shared.unusable(&error))?;
        Ok(shared)
    }

    /// Puts it into a work tree, if the commit has nothing of that name.
    fn link(&self, place: &Path) -> Result<(), ToolError> {
        let link = place.join(&self.name);
        if link.symlink_metadata().is_ok() {
            return Ok(());
        }
        let parents = link.parent().map_or(Ok(()), std::fs::create_dir_all);
        parents
            .and_then(|()| std::os::unix::fs::symlink(&self.real, &link))
            .map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &io::Error) -> ToolError {
        ToolError::Other(format!("{} cannot be shared: {error}", self.name.display()))
    }
}
