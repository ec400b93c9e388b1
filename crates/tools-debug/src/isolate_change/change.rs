//! A change, cut into the smallest pieces that can be reverted by themselves.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use git2::{Delta, Diff, DiffFindOptions, DiffOptions, FileMode, Oid, Patch, Repository, Tree};
use unbreak_core::RelPath;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::session::extent::enclosing;

/// A file on one side of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    /// From the root of the repository.
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

/// A file that was changed; one of the sides is missing when it was added or deleted.
#[derive(Debug, Clone)]
pub(super) struct FileChange {
    pub(super) old: Option<Side>,
    pub(super) new: Option<Side>,
}

impl FileChange {
    /// The path by which it is known.
    pub(super) fn path(&self) -> &Path {
        let side = self.new.as_ref().or(self.old.as_ref());
        side.map_or(Path::new(""), |side| &side.path)
    }

    pub(super) fn is_test(&self) -> bool {
        let path = self.path().to_str().and_then(|path| RelPath::new(path).ok());
        path.is_some_and(|path| is_test_file(&path))
    }
}

/// The lines before a change and after it, counted from 0.
pub(super) type Span = (Range<usize>, Range<usize>);

/// A part of a change that can be reverted on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Lines of a file, counted from 0, in its old and its new text.
    Lines {
        file: usize,
        old: Range<usize>,
        new: Range<usize>,
    },
    /// The existence, name or mode of a file, or binary content.
    Whole { file: usize },
}

impl Piece {
    pub(super) fn file(&self) -> usize {
        match self {
            Self::Lines { file, .. } | Self::Whole { file } => *file,
        }
    }

    /// Splits the piece further, where it is clear which line became which.
    pub(super) fn split(&self) -> Vec<Self> {
        let Self::Lines { file, old, new } = self else {
            return vec![self.clone()];
        };
        let part = |at: usize| {
            let old = if old.is_empty() {
                old.clone()
            } else {
                old.start + at..old.start + at + 1
            };
            let new = if new.is_empty() {
                new.clone()
            } else {
                new.start + at..new.start + at + 1
            };
            Self::Lines {
                file: *file,
                old,
                new,
            }
        };
        match (old.len(), new.len()) {
            (0, many) | (many, 0) => (0..many).map(part).collect(),
            (old, new) if old == new => (0..old).map(part).collect(),
            _ => vec![self.clone()],
        }
    }
}

/// Everything between two states of the tree.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) files: Vec<FileChange>,
    pub(super) pieces: Vec<Piece>,
}

impl Change {
    /// The changes of a commit against its first parent.
    pub(super) fn of_commit(repository: &Repository, id: Oid) -> Result<Self, git2::Error> {
        let commit = repository.find_commit(id)?;
        let before = commit.parents().next().map(|parent| parent.tree()).transpose()?;
        Self::between(repository, before.as_ref(), &commit.tree()?)
    }

    /// The difference between two commits' trees.
    pub(super) fn between(
        repository: &Repository,
        before: Option<&Tree<'_>>,
        after: &Tree<'_>,
    ) -> Result<Self, git2::Error> {
        let mut diff = repository.diff_tree_to_tree(before, Some(after), Some(&mut DiffOptions::new()))?;
        Self::read(repository, &mut diff, None)
    }

    /// The uncommitted changes since HEAD.
    pub(super) fn of_work_tree(repository: &Repository) -> Result<Self, git2::Error> {
        let head = repository.head()?.peel_to_tree()?;
        let mut options = DiffOptions::new();
        options
            .include_untracked(true)
            .recurse_untracked_dirs(true)
            .include_typechange(true);
        let mut diff = repository.diff_tree_to_workdir(Some(&head), Some(&mut options))?;
        Self::read(repository, &mut diff, repository.workdir())
    }

    fn read(
        repository: &Repository,
        diff: &mut Diff<'_>,
        work_tree: Option<&Path>,
    ) -> Result<Self, git2::Error> {
        let mut find = DiffFindOptions::new();
        find.renames(true).for_untracked(true);
        diff.find_similar(Some(&mut find))?;
        let mut change = Self {
            files: Vec::new(),
            pieces: Vec::new(),
        };
        for delta in diff.deltas() {
            let has_old = !matches!(delta.status(), Delta::Added | Delta::Untracked);
            let has_new = delta.status() != Delta::Deleted;
            let blob =
                |file: &git2::DiffFile<'_>| Some(repository.find_blob(file.id()).ok()?.content().to_vec());
            let old = delta.old_file();
            let new = delta.new_file();
            let old = has_old.then(|| side(&old, blob(&old))).flatten();
            let bytes = match (work_tree, new.path()) {
                (Some(root), Some(path)) => std::fs::read(root.join(path)).ok(),
                _ => blob(&new),
            };
            let new = has_new.then(|| side(&new, bytes)).flatten();
            if old != new {
                change.add(FileChange { old, new })?;
            }
        }
        Ok(change)
    }

    fn add(&mut self, changed: FileChange) -> Result<(), git2::Error> {
        let file = self.files.len();
        let texts = match (&changed.old, &changed.new) {
            (Some(old), Some(new)) if is_text(&old.bytes) && is_text(&new.bytes) => Some((old, new)),
            _ => None,
        };
        match texts {
            None => self.pieces.push(Piece::Whole { file }),
            Some((old, new)) => {
                if old.path != new.path || old.executable != new.executable {
                    self.pieces.push(Piece::Whole { file });
                }
                let hunks = hunks(&old.bytes, &new.bytes)?;
                let lines = hunks
                    .into_iter()
                    .map(|(old, new)| Piece::Lines { file, old, new });
                self.pieces.extend(lines);
            }
        }
        self.files.push(changed);
        Ok(())
    }

    /// A file when these pieces are reverted in the new state; `None` for a missing file.
    pub(super) fn without(&self, file: usize, pieces: &[Piece]) -> Option<Side> {
        let changed = &self.files[file];
        let is_back = pieces.contains(&Piece::Whole { file });
        let (Some(old), Some(new)) = (&changed.old, &changed.new) else {
            let side = if is_back { &changed.old } else { &changed.new };
            return side.clone();
        };
        let frame = if is_back { old } else { new };
        let bytes = match is_text(&old.bytes) && is_text(&new.bytes) {
            true => restore(&old.bytes, &new.bytes, &spans(file, pieces)),
            false => frame.bytes.clone(),
        };
        Some(Side {
            path: frame.path.clone(),
            bytes,
            executable: frame.executable,
        })
    }

    /// The function that a piece is in, in the new text, or in the old one where it is gone.
    pub(super) fn function(&self, piece: &Piece) -> Option<String> {
        let Piece::Lines { file, old, new } = piece else {
            return None;
        };
        let changed = &self.files[*file];
        let (side, lines) = if new.is_empty() {
            (&changed.old, old)
        } else {
            (&changed.new, new)
        };
        let text = String::from_utf8_lossy(&side.as_ref()?.bytes);
        let line = u32::try_from(lines.start + 1).ok()?;
        enclosing(&text, line).map(|(_, name)| name)
    }
}

fn side(file: &git2::DiffFile<'_>, bytes: Option<Vec<u8>>) -> Option<Side> {
    Some(Side {
        path: file.path()?.to_owned(),
        bytes: bytes?,
        executable: file.mode() == FileMode::BlobExecutable,
    })
}

/// The same test as git's: no zero byte near the beginning.
fn is_text(bytes: &[u8]) -> bool {
    !bytes[..bytes.len().min(8000)].contains(&0)
}

/// The lines that differ, counted from 0, without any context.
pub(super) fn hunks(old: &[u8], new: &[u8]) -> Result<Vec<Span>, git2::Error> {
    let mut options = DiffOptions::new();
    options
        .context_lines(0)
        .interhunk_lines(0)
        .force_text(true)
        .indent_heuristic(true);
    let patch = Patch::from_buffers(old, None, new, None, Some(&mut options))?;
    (0..patch.num_hunks())
        .map(|at| {
            let (hunk, _) = patch.hunk(at)?;
            Ok((
                range(hunk.old_start(), hunk.old_lines()),
                range(hunk.new_start(), hunk.new_lines()),
            ))
        })
        .collect()
}

/// A hunk without lines names the line before it.
fn range(start: u32, lines: u32) -> Range<usize> {
    let start = if lines == 0 {
        start
    } else {
        start.saturating_sub(1)
    } as usize;
    start..start + lines as usize
}

fn spans(file: usize, pieces: &[Piece]) -> Vec<Span> {
    let mut spans: Vec<_> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Lines { file: of, old, new } if *of == file => Some((old.clone(), new.clone())),
            _ => None,
        })
        .collect();
    spans.sort_by_key(|(old, new)| (new.start, new.end, old.start));
    spans
}

/// The new text with the old lines in these places.
fn restore(old: &[u8], new: &[u8], spans: &[Span]) -> Vec<u8> {
    let (old, new) = (lines(old), lines(new));
    let mut text = Vec::new();
    let mut at = 0;
    for (before, after) in spans {
        text.extend(new[at.min(after.start)..after.start].iter().copied().flatten());
        text.extend(old[before.clone()].iter().copied().flatten());
        at = after.end;
    }
    text.extend(new[at..].iter().copied().flatten());
    text
}

/// Lines with their ends.
pub(super) fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The pieces of these numbers.
pub(super) fn chosen(pieces: &[Piece], numbers: &[usize]) -> Vec<Piece> {
    numbers.iter().map(|at| pieces[*at].clone()).collect()
}

/// The files that pieces belong to.
pub(super) fn touched(pieces: &[Piece]) -> BTreeSet<usize> {
    pieces.iter().map(Piece::file).collect()
}
