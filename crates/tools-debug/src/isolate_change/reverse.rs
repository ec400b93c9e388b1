//! Taking pieces of an old change back in the tree as it is now.

use std::path::Path;

use git2::{MergeFileInput, Oid, Repository, merge_file};
use unbreak_core::{Edit, FileOp, Fix, RelPath, Workspace};

use super::change::{Change, FileChange, Piece, Side, Span, hunks, lines, touched};

/// The result of reverting pieces.
#[derive(Default)]
pub(super) struct Reversal {
    pub(super) edits: Vec<Edit>,
    pub(super) files: Vec<FileOp>,
    /// Why not all of it could be done.
    pub(super) obstacles: Vec<String>,
}

impl Reversal {
    /// Puts it into a fix.
    pub(super) fn into_fix(self, fix: Fix) -> Fix {
        let mut fix = fix.edits(self.edits);
        fix.files = self.files;
        fix
    }
}

/// The tree as it is now, as seen from the commit of the change.
pub(super) struct Present<'a> {
    pub(super) workspace: &'a dyn Workspace,
    /// The workspace's path in the repository.
    pub(super) inside: &'a Path,
    /// Files renamed since.
    renamed: Vec<(std::path::PathBuf, std::path::PathBuf)>,
}

impl<'a> Present<'a> {
    /// # Errors
    /// When the history cannot be read.
    pub(super) fn since(
        repository: &Repository,
        commit: Option<Oid>,
        workspace: &'a dyn Workspace,
        inside: &'a Path,
    ) -> Result<Self, git2::Error> {
        let mut renamed = Vec::new();
        if let Some(commit) = commit {
            let then = repository.find_commit(commit)?.tree()?;
            let now = repository.head()?.peel_to_tree()?;
            let later = Change::between(repository, Some(&then), &now)?;
            let moved = |file: FileChange| Some((file.old?.path, file.new?.path));
            renamed = later.files.into_iter().filter_map(moved).collect();
            renamed.retain(|(from, to)| from != to);
        }
        Ok(Self {
            workspace,
            inside,
            renamed,
        })
    }

    /// The workspace's name of a file of the repository.
    fn name(&self, path: &Path) -> Option<RelPath> {
        let renamed = self.renamed.iter().find(|(from, _)| from == path);
        let now = renamed.map_or(path, |(_, to)| to.as_path());
        RelPath::new(now.strip_prefix(self.inside).ok()?.to_str()?).ok()
    }

    /// Takes the pieces back.
    pub(super) fn reverse(&self, change: &Change, pieces: &[Piece]) -> Reversal {
        let mut reversal = Reversal::default();
        for file in touched(pieces) {
            let (before, after) = (&change.files[file].new, change.without(file, pieces));
            self.reverse_file(before.as_ref(), after.as_ref(), &mut reversal);
        }
        reversal
    }

    /// Reverts a file from the version that the change made to the wanted one.
    fn reverse_file(&self, made: Option<&Side>, wanted: Option<&Side>, reversal: &mut Reversal) {
        let obstacle = |path: &Path, why: &str| format!("{}: {why}", path.display());
        match (made, wanted) {
            (None, None) => {}
            (Some(made), None) => match self.name(&made.path) {
                Some(file) => reversal.files.push(FileOp::Delete { file }),
                None => reversal
                    .obstacles
                    .push(obstacle(&made.path, "is outside of the workspace")),
            },
            (None, Some(wanted)) => {
                match (self.name(&wanted.path), String::from_utf8(wanted.bytes.clone())) {
                    (Some(file), Ok(content)) => reversal.files.push(FileOp::Create { file, content }),
                    _ => reversal
                        .obstacles
                        .push(obstacle(&wanted.path, "is not a text of the workspace")),
                }
            }
            (Some(made), Some(wanted)) if made.path != wanted.path => {
                reversal
                    .obstacles
                    .push(obstacle(&made.path, "was renamed, which is not reverted here"));
            }
            (Some(made), Some(wanted)) => match self.reverse_text(made, wanted) {
                Ok(edits) => reversal.edits.extend(edits),
                Err(why) => reversal.obstacles.push(obstacle(&made.path, &why)),
            },
        }
    }

    /// The edits in the file as it is now, or where its lines went.
    fn reverse_text(&self, made: &Side, wanted: &Side) -> Result<Vec<Edit>, String> {
        let here = self.name(&made.path).filter(|file| self.workspace.is_file(file));
        if let Some(file) = &here {
            let now = self.read(file)?;
            let merged = merge(&made.bytes, now.as_bytes(), &wanted.bytes)?;
            if let Some(merged) = merged {
                return edits(file, &now, &merged);
            }
            if let Some(edited) = replace_blocks(&now, made, wanted) {
                return edits(file, &now, &edited);
            }
        }
        self.find_moved(made, wanted, here.as_ref()).ok_or_else(|| {
            "later changes to the same lines prevent a revert: neither a three-way merge nor \
             the lines by themselves fit"
                .to_owned()
        })
    }

    fn read(&self, file: &RelPath) -> Result<String, String> {
        self.workspace.read_text(file).map_err(|error| error.to_string())
    }

    /// The only other file of its kind that now contains the lines.
    fn find_moved(&self, made: &Side, wanted: &Side, not: Option<&RelPath>) -> Option<Vec<Edit>> {
        let kind = made
            .path
            .extension()
            .and_then(|kind| kind.to_str())
            .unwrap_or_default();
        let files = self.workspace.files();
        let mut found = files
            .iter()
            .filter(|file| file.extension() == kind && Some(*file) != not)
            .filter_map(|file| {
                let now = self.workspace.read_text(file).ok()?;
                let edited = replace_blocks(&now, made, wanted)?;
                edits(file, &now, &edited).ok()
            });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }
}

/// Merges later changes with the reverted ones; `None` where they conflict.
fn merge(made: &[u8], now: &[u8], wanted: &[u8]) -> Result<Option<String>, String> {
    let input = |content| {
        let mut input = MergeFileInput::new();
        input.content(content);
        input
    };
    let (made, now, wanted) = (input(made), input(now), input(wanted));
    let merged = merge_file(&made, &now, &wanted, None).map_err(|error| error.message().to_owned())?;
    Ok(merged
        .is_automergeable()
        .then(|| String::from_utf8(merged.content().to_vec()).ok())
        .flatten())
}

/// Finds the lines that the change made wherever they are now, each block separately and at any
/// indentation, and replaces them by the former ones. `None` unless each block is found exactly
/// once.
fn replace_blocks(now: &str, made: &Side, wanted: &Side) -> Option<String> {
    let blocks = blocks(&made.bytes, &wanted.bytes)?;
    blocks
        .into_iter()
        .try_fold(now.to_owned(), |text, (made, wanted)| {
            replace_block(&text, &made, &wanted)
        })
}

/// The lines in which two texts differ: with a line of context on both sides where the first has
/// none that could be searched for.
fn blocks(made: &[u8], wanted: &[u8]) -> Option<Vec<(Vec<String>, Vec<String>)>> {
    let hunks = hunks(made, wanted).ok()?;
    let (made, wanted) = (lines(made), lines(wanted));
    let own = |lines: &[&[u8]]| -> Vec<String> {
        let line = |line: &&[u8]| String::from_utf8_lossy(line).trim_end_matches('\n').to_owned();
        lines.iter().map(line).collect()
    };
    let block = |(new, old): Span| {
        let margin = usize::from(new.is_empty());
        let (up, down) = (new.start.min(margin), (made.len() - new.end).min(margin));
        (
            own(&made[new.start - up..new.end + down]),
            own(&wanted[old.start - up..old.end + down]),
        )
    };
    Some(hunks.into_iter().map(block).collect())
}

fn replace_block(text: &str, block: &[String], replacement: &[String]) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_here = |at: usize| {
        let window = &lines[at..at + block.len()];
        window
            .iter()
            .zip(block)
            .all(|(shown, wanted)| shown.trim() == wanted.trim())
    };
    // Blank lines alone are everywhere.
    if block.iter().all(|line| line.trim().is_empty()) || block.len() > lines.len() {
        return None;
    }
    let mut places = (0..=lines.len() - block.len()).filter(|at| is_here(*at));
    let at = places.next()?;
    if places.next().is_some() {
        return None;
    }
    let shift = Shift::between(&block[0], lines[at])?;
    let mut edited: Vec<String> = lines[..at].iter().map(|line| (*line).to_owned()).collect();
    edited.extend(replacement.iter().map(|line| shift.apply(line)));
    edited.extend(lines[at + block.len()..].iter().map(|line| (*line).to_owned()));
    let mut edited = edited.join("\n");
    if text.ends_with('\n') {
        edited.push('\n');
    }
    Some(edited)
}

/// How much further in, or out, the lines are now indented.
enum Shift<'a> {
    In(&'a str),
    Out(&'a str),
}

impl<'a> Shift<'a> {
    fn between(then: &'a str, now: &'a str) -> Option<Self> {
        let margin = |line: &'a str| &line[..line.len() - line.trim_start().len()];
        let (then, now) = (margin(then), margin(now));
        match now.strip_prefix(then) {
            Some(more) => Some(Self::In(more)),
            None => then.strip_prefix(now).map(Self::Out),
        }
    }

    fn apply(&self, line: &str) -> String {
        match self {
            _ if line.trim().is_empty() => line.to_owned(),
            Self::In(more) => format!("{more}{line}"),
            Self::Out(less) => line.strip_prefix(less).unwrap_or(line).to_owned(),
        }
    }
}

/// The edits that make one text of another.
fn edits(file: &RelPath, now: &str, wanted: &str) -> Result<Vec<Edit>, String> {
    let hunks = hunks(now.as_bytes(), wanted.as_bytes()).map_err(|error| error.message().to_owned())?;
    let starts = starts(now);
    let wanted_lines = lines(wanted.as_bytes());
    let edit = |(old, new): Span| {
        let range = starts[old.start]..starts[old.end];
        let replacement = String::from_utf8_lossy(&wanted_lines[new].concat()).into_owned();
        Edit::replace(file, now, range, replacement).map_err(|error| error.to_string())
    };
    hunks.into_iter().map(edit).collect()
}

/// The start of each line, and the end of the text.
fn starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    for line in text.split_inclusive('\n') {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    starts
}
