//! Gives a new commit its branch and its index, so that a sudden death leaves no lock of git behind.
//!
//! git locks a file by creating `FILE.lock`, with the new content of the file in it. Only its creator may
//! remove a lock, and nothing in it says who that was. Our locks are therefore hard links to files that carry
//! the name of the run: after a run has died, a lock that is the same file as one of these belongs to it.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use git2::{Index, IndexEntry, IndexTime, Oid, Repository, Signature, Tree};

/// The reason why a commit has no branch.
type Failed = String;

/// The files of one run in a repository.
struct Own {
    /// The new index.
    index: PathBuf,
    /// The new content of the branch.
    branch: PathBuf,
}

impl Own {
    fn of(repository: &Repository, run: &str) -> Self {
        Self {
            index: repository.path().join(format!("unbreak-{run}.index")),
            branch: repository.commondir().join(format!("unbreak-{run}.ref")),
        }
    }

    fn remove(&self) {
        // libgit2 writes the first one under a lock with that name.
        for path in [&self.index, &self.branch, &lock_of(&self.index)] {
            let _ = fs::remove_file(path);
        }
    }
}

/// A lock of git's, released when it is dropped.
struct Lock {
    file: PathBuf,
    lock: PathBuf,
}

impl Lock {
    /// Locks a file, with its future content.
    fn take(file: &Path, content: &Path) -> Result<Self, Failed> {
        let lock = lock_of(file);
        fs::hard_link(content, &lock).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{} exists: git is at work there", lock.display()),
            _ => format!("{} could not be created: {error}", lock.display()),
        })?;
        Ok(Self {
            file: file.to_owned(),
            lock,
        })
    }

    /// Gives the file its content.
    fn release(self) -> Result<(), Failed> {
        fs::rename(&self.lock, &self.file)
            .map_err(|error| format!("{} could not be written: {error}", self.file.display()))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // It is already gone after a release.
        let _ = fs::remove_file(&self.lock);
    }
}

fn lock_of(file: &Path) -> PathBuf {
    let mut lock = file.as_os_str().to_owned();
    lock.push(".lock");
    lock.into()
}

/// Moves the current branch from `parent` to its child `commit`, and makes the index agree with the
/// child for these paths.
///
/// # Errors
/// If git is at work in the repository, or something changed meanwhile. Nothing is moved then.
pub(super) fn publish(
    repository: &Repository,
    run: &str,
    (parent, commit): (Oid, Oid),
    paths: &[String],
) -> Result<(), Failed> {
    let own = Own::of(repository, run);
    let published = try_publish(repository, &own, (parent, commit), paths);
    own.remove();
    published
}

fn try_publish(
    repository: &Repository,
    own: &Own,
    (parent, commit): (Oid, Oid),
    paths: &[String],
) -> Result<(), Failed> {
    let said = |error: git2::Error| error.message().to_owned();
    let failed = |error: io::Error| error.to_string();
    let (branch, logs) = current_branch(repository).map_err(said)?;
    let index = index_of(repository);
    let former = fs::read(&index).map_err(failed)?;
    fs::write(&own.index, &former).map_err(failed)?;
    let tree = repository.find_commit(commit).and_then(|commit| commit.tree());
    update(&own.index, &tree.map_err(said)?, paths).map_err(said)?;
    write_through(&own.branch, &format!("{commit}\n")).map_err(failed)?;
    if let Some(directory) = branch.parent() {
        fs::create_dir_all(directory).map_err(failed)?;
    }
    let index_lock = Lock::take(&index, &own.index)?;
    let branch_lock = Lock::take(&branch, &own.branch)?;
    // Both locks are held from here on.
    let head = repository
        .head()
        .and_then(|head| head.peel_to_commit())
        .map_err(said)?;
    let same_branch = current_branch(repository).map_err(said)?.0 == branch;
    if head.id() != parent || !same_branch || fs::read(&index).map_err(failed)? != former {
        return Err("another process is using the repository".to_owned());
    }
    branch_lock.release()?;
    index_lock.release()?;
    for log in logs {
        // The commit is valid even if the log cannot be written.
        let _ = append_log(repository, &log, (parent, commit));
    }
    Ok(())
}

fn index_of(repository: &Repository) -> PathBuf {
    repository.path().join("index")
}

/// The file that holds the position of the current branch (`HEAD` itself if it is detached), and its logs.
fn current_branch(repository: &Repository) -> Result<(PathBuf, Vec<PathBuf>), git2::Error> {
    let head = repository.find_reference("HEAD")?;
    let own_log = repository.path().join("logs/HEAD");
    Ok(match head.symbolic_target()? {
        Some(name) => {
            let common = repository.commondir();
            (common.join(name), vec![common.join("logs").join(name), own_log])
        }
        None => (repository.path().join("HEAD"), vec![own_log]),
    })
}

/// Copies the entries for these paths from a tree to an index file.
fn update(index: &Path, tree: &Tree<'_>, paths: &[String]) -> Result<(), git2::Error> {
    let mut index = Index::open(index)?;
    for path in paths {
        match tree.get_path(path.as_ref()) {
            Ok(entry) => index.add(&entry_of(path, entry.id(), entry.filemode()))?,
            Err(_) => index.remove(path.as_ref(), 0)?,
        }
    }
    index.write()
}

/// An entry without data about the file in the work tree: git reads the file when it needs to.
fn entry_of(path: &str, id: Oid, mode: i32) -> IndexEntry {
    let unknown = IndexTime::new(0, 0);
    IndexEntry {
        ctime: unknown,
        mtime: unknown,
        dev: 0,
        ino: 0,
        mode: mode.unsigned_abs(),
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_bytes().to_vec(),
    }
}

fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Adds the move to a log, if the log exists.
fn append_log(repository: &Repository, log: &Path, (old, new): (Oid, Oid)) -> Result<(), git2::Error> {
    let Ok(mut file) = OpenOptions::new().append(true).open(log) else {
        return Ok(());
    };
    let commit = repository.find_commit(new)?;
    let subject = commit.summary().ok().flatten().unwrap_or_default().to_owned();
    let line = format!("{old} {new} {}\tcommit: {subject}\n", stamp(&commit.committer()));
    let _ = file.write_all(line.as_bytes());
    Ok(())
}

/// Author and time, as git writes them.
fn stamp(who: &Signature<'_>) -> String {
    let when = who.when();
    let offset = when.offset_minutes().unsigned_abs();
    format!(
        "{} <{}> {} {}{:02}{:02}",
        String::from_utf8_lossy(who.name_bytes()),
        String::from_utf8_lossy(who.email_bytes()),
        when.seconds(),
        when.sign(),
        offset / 60,
        offset % 60
    )
}

/// Cleans up after a run that died: releases its locks, and completes a move that had begun.
pub(crate) fn clear_up(root: &Path, run: &str) {
    let Ok(repository) = Repository::discover(root) else {
        return;
    };
    let own = Own::of(&repository, run);
    let mut has_moved = false;
    if let Some(branch) = identity(&own.branch) {
        let mut candidates = vec![
            repository.path().join("HEAD"),
            lock_of(&repository.path().join("HEAD")),
        ];
        collect(&repository.commondir().join("refs"), &mut candidates);
        for path in candidates {
            if identity(&path) == Some(branch) {
                match path.extension().is_some_and(|extension| extension == "lock") {
                    true => drop(fs::remove_file(path)),
                    false => has_moved = true,
                }
            }
        }
    }
    let index = index_of(&repository);
    let new = identity(&own.index);
    if new.is_some() && identity(&lock_of(&index)) == new {
        let _ = match has_moved {
            true => fs::rename(lock_of(&index), &index),
            false => fs::remove_file(lock_of(&index)),
        };
    }
    own.remove();
}

/// A value that identifies a file.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = fs::symlink_metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

fn collect(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => collect(&entry.path(), into),
            false => into.push(entry.path()),
        }
    }
}
