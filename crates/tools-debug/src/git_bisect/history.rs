//! The commits between good and bad, and how they descend from each other.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use git2::{DiffFormat, DiffOptions, Oid, Repository, Sort};
use serde::{Deserialize, Serialize};
use unbreak_core::ToolError;

use crate::work_tree::{git, inside, objects, repository, resolve};

/// More commits than these are a mistake in the good ref, and would take too much memory.
const MOST: usize = 20_000;

/// A diff longer than this is cut.
const LONGEST_DIFF: usize = 64 << 10;

/// A commit, for people and programs.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Commit {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) author: String,
    /// Seconds since 1970-01-01 UTC.
    pub(super) time: i64,
}

/// The commits that are in the bad one and not in the good one, ancestors first; the bad one is
/// the last.
#[derive(Debug)]
pub(super) struct History {
    pub(super) commits: Vec<Commit>,
    parents: Vec<Vec<usize>>,
    /// Whether merges are taken as one commit each.
    pub(super) is_first_parent: bool,
    ancestors: Vec<Bits>,
    pub(super) good: Commit,
    /// The directory of the objects.
    pub(super) objects: PathBuf,
    /// The workspace, as seen from the root of the work tree.
    pub(super) inside: PathBuf,
    git: PathBuf,
}

impl History {
    /// # Errors
    /// When there is no repository, no such commit, or nothing between the two.
    pub(super) fn read(root: &Path, good: &str, bad: &str, first_parent: bool) -> Result<Self, ToolError> {
        let repository = repository(root)?;
        let (good, bad) = (resolve(&repository, good)?, resolve(&repository, bad)?);
        let order = order(&repository, good, bad, first_parent).map_err(git)?;
        check(&order, good, bad)?;
        let place: HashMap<Oid, usize> = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let mut commits = Vec::with_capacity(order.len());
        let (mut parents, mut ancestors) = (Vec::new(), Vec::<Bits>::new());
        let counted = if first_parent { 1 } else { usize::MAX };
        for (at, id) in order.iter().enumerate() {
            let commit = repository.find_commit(*id).map_err(git)?;
            let ids = commit.parent_ids().take(counted);
            let above: Vec<usize> = ids.filter_map(|parent| place.get(&parent).copied()).collect();
            let mut contained = Bits::new(order.len());
            contained.insert(at);
            above
                .iter()
                .for_each(|parent| contained.unite(&ancestors[*parent]));
            ancestors.push(contained);
            parents.push(above);
            commits.push(describe(&commit));
        }
        Ok(Self {
            good: describe(&repository.find_commit(good).map_err(git)?),
            commits,
            parents,
            is_first_parent: first_parent,
            ancestors,
            objects: objects(&repository),
            inside: inside(&repository, root),
            git: repository.path().to_owned(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.commits.len()
    }

    /// Returns whether `commit` contains `ancestor`, or is it.
    pub(super) fn contains(&self, commit: usize, ancestor: usize) -> bool {
        self.ancestors[commit].contains(ancestor)
    }

    /// A commit and everything it descends from.
    pub(super) fn ancestors(&self, commit: usize) -> &Bits {
        &self.ancestors[commit]
    }

    /// For each commit the sum of the values of all commits that it contains.
    pub(super) fn sums(&self, values: &[f64]) -> Vec<f64> {
        let mut sums: Vec<f64> = Vec::with_capacity(values.len());
        for (commit, value) in values.iter().enumerate() {
            // The commits in a merge are not the sum of those in its parents.
            let below = match self.parents[commit][..] {
                [] => 0.0,
                [parent] => sums[parent],
                _ => (0..commit)
                    .filter(|below| self.contains(commit, *below))
                    .map(|below| values[below])
                    .sum(),
            };
            sums.push(below + value);
        }
        sums
    }

    /// All of them.
    pub(super) fn all(&self) -> Bits {
        let mut all = Bits::new(self.len());
        (0..self.len()).for_each(|commit| all.insert(commit));
        all
    }

    /// The parents of a commit that are in between; without one it is the good commit that it
    /// follows.
    pub(super) fn parents(&self, commit: usize) -> &[usize] {
        &self.parents[commit]
    }

    /// The place of a commit by its id or the beginning of it.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        if id.is_empty() {
            return None;
        }
        self.commits.iter().position(|commit| commit.id.starts_with(id))
    }

    /// The directory of the repository.
    pub(super) fn git(&self) -> &Path {
        &self.git
    }

    /// The ids of the commits.
    pub(super) fn ids(&self) -> Vec<String> {
        self.commits.iter().map(|commit| commit.id.clone()).collect()
    }

    /// The diff of a commit against its first parent.
    pub(super) fn diff(&self, commit: usize) -> Result<String, ToolError> {
        diff(&self.git, &self.commits[commit].id).map_err(git)
    }
}

fn order(repository: &Repository, good: Oid, bad: Oid, first_parent: bool) -> Result<Vec<Oid>, git2::Error> {
    let mut walk = repository.revwalk()?;
    walk.set_sorting(Sort::TOPOLOGICAL | Sort::REVERSE)?;
    if first_parent {
        walk.simplify_first_parent()?;
    }
    walk.push(bad)?;
    walk.hide(good)?;
    walk.take(MOST + 1).collect()
}

fn check(order: &[Oid], good: Oid, bad: Oid) -> Result<(), ToolError> {
    match order.len() {
        0 if good == bad => Err(ToolError::Input("good and bad are the same commit".to_owned())),
        0 => Err(ToolError::Input(
            "bad is an ancestor of good: are they mixed up?".to_owned(),
        )),
        many if many > MOST => Err(ToolError::Input(format!(
            "there are more than {MOST} commits in between: name a later good one"
        ))),
        _ => Ok(()),
    }
}

fn describe(commit: &git2::Commit<'_>) -> Commit {
    let text = |text: Option<&[u8]>| String::from_utf8_lossy(text.unwrap_or_default()).into_owned();
    Commit {
        id: commit.id().to_string(),
        summary: text(commit.summary_bytes()),
        author: text(Some(commit.author().name_bytes())),
        time: commit.time().seconds(),
    }
}

fn diff(git: &Path, id: &str) -> Result<String, git2::Error> {
    let repository = Repository::open(git)?;
    let commit = repository.find_commit(Oid::from_str(id)?)?;
    let before = match commit.parent(0) {
        Ok(parent) => Some(parent.tree()?),
        Err(_) => None,
    };
    let mut options = DiffOptions::new();
    let diff = repository.diff_tree_to_tree(before.as_ref(), Some(&commit.tree()?), Some(&mut options))?;
    let mut text = Vec::new();
    diff.print(DiffFormat::Patch, |_, _, line| {
        if matches!(line.origin(), ' ' | '+' | '-') {
            text.push(line.origin() as u8);
        }
        text.extend_from_slice(line.content());
        text.len() < LONGEST_DIFF
    })
    .or_else(|error| {
        if text.len() < LONGEST_DIFF {
            Err(error)
        } else {
            Ok(())
        }
    })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// A set of commits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(super) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of elements in both.
    pub(super) fn common(&self, other: &Self) -> usize {
        let pairs = self.0.iter().zip(&other.0);
        pairs
            .map(|(mine, theirs)| (mine & theirs).count_ones() as usize)
            .sum()
    }

    /// Returns whether both can hold as many commits.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }

    /// The number of elements in all three.
    pub(super) fn common3(&self, other: &Self, third: &Self) -> usize {
        let words = self.0.iter().zip(&other.0).zip(&third.0);
        words
            .map(|((mine, theirs), third)| (mine & theirs & third).count_ones() as usize)
            .sum()
    }

    fn unite(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }
}
