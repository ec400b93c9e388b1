//! One git commit for each kept fix, if the operator asks for it.
//!
//! The commits contain only the fixes: a file that differed from `HEAD` before the run is left uncommitted,
//! with a warning, because its text is the user's unfinished work.

mod publish;

use std::path::Path;

use git2::build::TreeUpdateBuilder;
use git2::{ErrorCode, FileMode, ObjectType, Oid, Repository, StatusOptions, Tree};
use unbreak_core::{KeptFix, RelPath};

pub(crate) use self::publish::clear_up;
use crate::error::AgentError;

/// The change of one kept fix to one file.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) file: RelPath,
    /// The text before this fix; `None` if the file did not exist.
    pub(crate) before: Option<String>,
    /// The text after it; `None` if the file was deleted.
    pub(crate) after: Option<String>,
}

/// A repository into which kept fixes can be committed.
pub(crate) struct Committer {
    repository: Repository,
    /// The workspace root as a path inside the repository, with a `/` at its end unless empty.
    prefix: String,
}

impl Committer {
    /// Opens the repository that holds a directory.
    ///
    /// # Errors
    /// If there is none, it has no commit yet, no author is configured, or changes are staged.
    pub(crate) fn open(root: &Path) -> Result<Self, AgentError> {
        let repository = Repository::discover(root).map_err(|_| {
            AgentError::usage(
                "there is no git repository to commit to",
                "leave --commit out, or run 'git init'",
            )
        })?;
        let prefix = prefix(&repository, root)?;
        repository
            .head()
            .and_then(|head| head.peel_to_commit())
            .map_err(|_| {
                AgentError::usage(
                    "the repository has no commit to build on",
                    "make a first commit, or leave --commit out",
                )
            })?;
        repository.signature().map_err(|_| {
            AgentError::usage(
                "git does not know who you are",
                "set user.name and user.email with 'git config'",
            )
        })?;
        if has_staged_changes(&repository)? {
            return Err(AgentError::usage(
                "changes are staged already",
                "commit or unstage them first, so that the fixes' commits hold the fixes only",
            ));
        }
        Ok(Self { repository, prefix })
    }

    /// Commits one fix of a run; returns the new commit's id, or the reason why it was left uncommitted.
    pub(crate) fn commit(&self, run: &str, fix: &KeptFix, changes: &[Change]) -> Result<String, String> {
        let refuse = |reason: &str| format!("“{}” was not committed: {reason}", fix.title);
        for change in changes {
            self.committable(change)
                .map_err(|reason| refuse(&format!("{} {reason}", change.file)))?;
        }
        let moved = self
            .write_commit(fix, changes)
            .map_err(|error| refuse(error.message()))?;
        let paths: Vec<String> = changes.iter().map(|change| self.path(&change.file)).collect();
        publish::publish(&self.repository, run, moved, &paths).map_err(|reason| refuse(&reason))?;
        Ok(moved.1.to_string())
    }

    /// Returns the last commit, and a new child of it, which no branch has yet.
    fn write_commit(&self, fix: &KeptFix, changes: &[Change]) -> Result<(Oid, Oid), git2::Error> {
        let head = self.repository.head()?.peel_to_commit()?;
        let tree = head.tree()?;
        let mut update = TreeUpdateBuilder::new();
        for change in changes {
            let path = self.path(&change.file);
            match &change.after {
                Some(text) => {
                    let mode = tree
                        .get_path(path.as_ref())
                        .ok()
                        .map_or(FileMode::Blob, |entry| file_mode(entry.filemode()));
                    update.upsert(path, self.repository.blob(text.as_bytes())?, mode);
                }
                None => {
                    update.remove(path);
                }
            }
        }
        let tree = self
            .repository
            .find_tree(update.create_updated(&self.repository, &tree)?)?;
        let author = self.repository.signature()?;
        let message = message(fix);
        let commit = self
            .repository
            .commit(None, &author, &author, &message, &tree, &[&head])?;
        Ok((head.id(), commit))
    }

    /// Checks that a commit of the change would contain nothing else; if not, returns the reason.
    fn committable(&self, change: &Change) -> Result<(), &'static str> {
        let head = self.repository.head().and_then(|head| head.peel_to_tree());
        let head = head.map_err(|_| "could not be looked up in the last commit")?;
        let path = self.path(&change.file);
        if in_submodule(&head, path.as_ref()) {
            return Err("lies in a submodule");
        }
        match (head.get_path(path.as_ref()), &change.before) {
            (Ok(entry), Some(before)) => {
                let blob = self.repository.find_blob(entry.id());
                match blob.is_ok_and(|blob| blob.content() == before.as_bytes()) {
                    true => Ok(()),
                    false => Err("had uncommitted changes"),
                }
            }
            (Err(error), None) if error.code() == ErrorCode::NotFound => Ok(()),
            (Err(_), Some(_)) => Err("was not in the last commit"),
            (_, None) => Err("had uncommitted changes"),
        }
    }

    fn path(&self, file: &RelPath) -> String {
        format!("{}{file}", self.prefix)
    }
}

fn prefix(repository: &Repository, root: &Path) -> Result<String, AgentError> {
    let bare = || AgentError::usage("the git repository has no work tree", "leave --commit out");
    let workdir = repository.workdir().ok_or_else(bare)?;
    let workdir = workdir.canonicalize().map_err(|_| bare())?;
    let inside = root
        .strip_prefix(&workdir)
        .ok()
        .and_then(Path::to_str)
        .ok_or_else(bare)?;
    Ok(if inside.is_empty() {
        String::new()
    } else {
        format!("{inside}/")
    })
}

/// Returns whether a directory on the way to a file belongs to another repository.
fn in_submodule(head: &Tree<'_>, file: &Path) -> bool {
    file.ancestors().skip(1).any(|directory| {
        let entry = head.get_path(directory);
        entry.is_ok_and(|entry| entry.kind() == Some(ObjectType::Commit))
    })
}

fn has_staged_changes(repository: &Repository) -> Result<bool, AgentError> {
    let mut options = StatusOptions::new();
    options.show(git2::StatusShow::Index);
    let statuses = repository.statuses(Some(&mut options)).map_err(|error| {
        AgentError::usage(
            format!("git status failed: {}", error.message()),
            "leave --commit out",
        )
    })?;
    Ok(!statuses.is_empty())
}

fn file_mode(mode: i32) -> FileMode {
    if mode == i32::from(FileMode::BlobExecutable) {
        FileMode::BlobExecutable
    } else {
        FileMode::Blob
    }
}

fn message(fix: &KeptFix) -> String {
    let mut message = format!("{}\n\n{}\n", fix.title, fix.rationale);
    message.push_str(&format!(
        "Found by: {} at {}\n",
        fix.diagnostic.message,
        fix.diagnostic.place()
    ));
    message.push_str(&format!("Verified by: {}\n", fix.verified));
    message
}
