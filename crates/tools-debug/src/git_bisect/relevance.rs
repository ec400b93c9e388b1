//! Estimates which commits are likelier than others before any is tested: a commit can only break a
//! command by changing something that the command reads.
//!
//! It is only a prior: an unlikely commit is tested late, but the answer rests on a bad commit and
//! a good one before it that were both run.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use git2::{Delta, Oid, Repository};
use serde::{Deserialize, Serialize};

use super::history::{Bits, History};

/// The knowledge about the files that the failing command reads.
#[derive(Debug, Clone)]
pub(super) enum Reads {
    /// It read these files of the existing ones, and not the others.
    Exactly {
        read: HashSet<PathBuf>,
        there: HashSet<PathBuf>,
    },
    /// Its failure names these files. It may have read others.
    AtLeast(HashSet<PathBuf>),
}

/// How much likelier a commit is that changes a file that was read. The odds that a file matters
/// which the failing run did not open are small, but the passing run may be the only one to open
/// it. Being wrong costs log2(64) = 6 halvings; being right saves the logarithm of the share of
/// commits that change a read file, less the weight of the others: where those are 1 in 10, 12 %.
const READ: usize = 64;

/// The same for files that the failure names. Of the bugs for which a stack trace was filed about 6
/// in 10 were fixed in one of its methods (Schröter et al. 2010, "Do stack traces help developers
/// fix bugs?"), and a commit touches few files.
const NAMED: usize = 4;

/// The weights of the commits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Prior {
    relevant: Bits,
    ratio: usize,
}

impl Prior {
    /// Every commit is as likely as any other.
    pub(super) fn even(history: &History) -> Self {
        Self {
            relevant: history.all(),
            ratio: 1,
        }
    }

    fn new(history: &History, changes: &[Change], reads: &Reads) -> Self {
        let mut relevant = history.all();
        for (at, change) in changes.iter().enumerate() {
            if !change.is_relevant(reads) {
                relevant.remove(at);
            }
        }
        let ratio = match reads {
            _ if relevant.len() == history.len() => 1,
            Reads::Exactly { .. } => READ,
            Reads::AtLeast(_) => NAMED,
        };
        Self { relevant, ratio }
    }

    /// Returns whether it is about a history like this one.
    pub(super) fn fits(&self, history: &History) -> bool {
        self.relevant.is_like(&history.all()) && self.ratio > 0
    }

    /// The relative likelihood of a commit.
    pub(super) fn weight(&self, commit: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "it is a small number")]
        let ratio = self.ratio as f64;
        if self.relevant.contains(commit) {
            ratio
        } else {
            1.0
        }
    }

    /// The weight of all commits that are in both sets.
    pub(super) fn common(&self, some: &Bits, others: &Bits) -> usize {
        let more = match self.ratio {
            1 => 0,
            ratio => some.common3(others, &self.relevant) * (ratio - 1),
        };
        some.common(others) + more
    }

    /// The weight of the likeliest of these commits.
    pub(super) fn unit(&self, some: &Bits) -> usize {
        if some.common(&self.relevant) > 0 {
            self.ratio
        } else {
            1
        }
    }
}

/// The weights of the commits, once both their changes and the command's reads are known.
#[derive(Debug)]
pub(super) struct Relevance {
    changes: Arc<OnceLock<Vec<Change>>>,
    /// No one waits for the changes any more.
    is_over: Arc<AtomicBool>,
    reads: Option<Reads>,
}

/// The changes of a commit against its first parent.
#[derive(Debug)]
struct Change {
    /// Whether it removed, added or moved a file.
    moves: bool,
    paths: Vec<PathBuf>,
}

impl Change {
    fn is_relevant(&self, reads: &Reads) -> bool {
        match reads {
            Reads::Exactly { read, there } => {
                // A file that no longer exists may have been read then.
                let matters =
                    |path: &PathBuf| read.contains(path) || !there.contains(path) || configures(path);
                self.moves || self.paths.iter().any(matters)
            }
            Reads::AtLeast(named) => self.paths.iter().any(|path| named.contains(path)),
        }
    }
}

/// Returns whether a file may have an effect without being read again: its requirements were installed or
/// built before.
fn configures(path: &Path) -> bool {
    const NAMES: [&str; 9] = [
        "Makefile",
        "CMakeLists.txt",
        "Dockerfile",
        "package.json",
        "setup.py",
        "go.mod",
        "go.sum",
        "pom.xml",
        "requirements.txt",
    ];
    const KINDS: [&str; 7] = ["lock", "toml", "cfg", "ini", "mk", "cmake", "gradle"];
    let is_one_of = |part: Option<&std::ffi::OsStr>, all: &[&str]| {
        part.and_then(std::ffi::OsStr::to_str)
            .is_some_and(|part| all.contains(&part))
    };
    is_one_of(path.file_name(), &NAMES) || is_one_of(path.extension(), &KINDS)
}

impl Relevance {
    /// Starts reading the commits' changes in the background.
    pub(super) fn begin(history: &History) -> Self {
        let changes = Arc::new(OnceLock::new());
        let is_over = Arc::new(AtomicBool::new(false));
        let (git, ids) = (history.git().to_owned(), history.ids());
        let (found, over) = (Arc::clone(&changes), Arc::clone(&is_over));
        tokio::task::spawn_blocking(move || {
            // Without it every commit is as likely as any other.
            if let Ok(read) = read_changes(&git, &ids, &over) {
                let _ = found.set(read);
            }
        });
        Self {
            changes,
            is_over,
            reads: None,
        }
    }

    /// Records the files that the failing command reads.
    pub(super) fn learn(&mut self, reads: Reads) {
        self.reads.get_or_insert(reads);
    }

    /// The weights, once, when all is known.
    pub(super) fn take(&mut self, history: &History) -> Option<Prior> {
        let changes = self.changes.get()?;
        let reads = self.reads.take()?;
        Some(Prior::new(history, changes, &reads))
    }
}

impl Drop for Relevance {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn read_changes(git: &Path, ids: &[String], is_over: &AtomicBool) -> Result<Vec<Change>, git2::Error> {
    let repository = Repository::open(git)?;
    let wanted = ids.iter().take_while(|_| !is_over.load(Ordering::Relaxed));
    let changes: Vec<Change> = wanted
        .map(|id| read_change(&repository, id))
        .collect::<Result<_, _>>()?;
    match changes.len() == ids.len() {
        true => Ok(changes),
        false => Err(git2::Error::from_str("the search was cancelled")),
    }
}

fn read_change(repository: &Repository, id: &str) -> Result<Change, git2::Error> {
    let commit = repository.find_commit(Oid::from_str(id)?)?;
    let before = commit.parent(0).and_then(|parent| parent.tree()).ok();
    let diff = repository.diff_tree_to_tree(before.as_ref(), Some(&commit.tree()?), None)?;
    let own = |path: Option<&Path>| path.map(Path::to_owned);
    Ok(Change {
        moves: diff.deltas().any(|delta| delta.status() != Delta::Modified),
        paths: diff
            .deltas()
            .filter_map(|delta| own(delta.new_file().path()))
            .collect(),
    })
}
