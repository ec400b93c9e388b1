//! Differences as git writes them, without lines of context.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use similar::{DiffOp, DiffTag, TextDiff};
use unbreak_core::{Edit, RelPath, StrategyError, Workspace};

use crate::code_words::{has_word, words};
use crate::lines::Lines;

/// The changes of one commit, or of the working tree.
#[derive(Debug, Default, Clone)]
pub(super) struct Patch {
    /// The commit; empty for the working tree.
    pub(super) commit: String,
    pub(super) hunks: Vec<Hunk>,
    /// The lines of files that were added or removed as a whole.
    pub(super) whole: Vec<Hunk>,
}

/// Lines of one file that became others. Line ends are not part of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) file: RelPath,
    pub(super) old: Vec<String>,
    pub(super) new: Vec<String>,
    /// The first of the new lines, 1-based; the line before the gap when there are none.
    pub(super) at: u32,
}

impl Patch {
    /// Reads a unified difference. Files that are not text have no hunks here.
    pub(super) fn parse(text: &str) -> Self {
        let mut all: Vec<(Hunk, bool)> = Vec::new();
        let mut file: Option<RelPath> = None;
        let mut is_whole = false;
        let (mut old_left, mut new_left) = (0, 0);
        for line in text.split('\n') {
            match (line.as_bytes().first(), all.last_mut().map(|(hunk, _)| hunk)) {
                (Some(b'-'), Some(hunk)) if old_left > 0 => {
                    old_left -= 1;
                    hunk.old.push(line[1..].to_owned());
                }
                (Some(b'+'), Some(hunk)) if new_left > 0 => {
                    new_left -= 1;
                    hunk.new.push(line[1..].to_owned());
                }
                (Some(b'-'), _) if line.starts_with("--- ") => {
                    is_whole = line == NOWHERE_BEFORE;
                    file = path(&line[4..]).filter(|_| !is_whole);
                }
                (Some(b'+'), _) if line == NOWHERE_AFTER => is_whole = true,
                (Some(b'+'), _) if line.starts_with("+++ ") && is_whole => file = path(&line[4..]),
                (Some(b'@'), _) => {
                    let (Some((old, new, at)), Some(file)) = (header(line), &file) else {
                        continue;
                    };
                    (old_left, new_left) = (old, new);
                    let hunk = Hunk {
                        file: file.clone(),
                        old: Vec::new(),
                        new: Vec::new(),
                        at,
                    };
                    all.push((hunk, is_whole));
                }
                _ => {}
            }
        }
        let (whole, hunks): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, is_whole)| *is_whole);
        let only = |hunks: Vec<(Hunk, bool)>| hunks.into_iter().map(|(hunk, _)| hunk).collect();
        Self {
            commit: String::new(),
            hunks: only(hunks),
            whole: only(whole),
        }
    }

    /// Returns whether other lines of the change than those of a hunk have a word, or had it.
    pub(super) fn mentions_beside(&self, hunk: &Hunk, word: &str) -> bool {
        self.all().any(|other| other != hunk && other.mentions(word))
    }

    /// The changes that stood in the working tree when the run began: those that its own fixes have not touched.
    pub(super) fn before_the_run(mut self, workspace: &dyn Workspace) -> Self {
        let mut own: BTreeMap<RelPath, Vec<Range<usize>>> = BTreeMap::new();
        let files = self.hunks.iter().map(|hunk| &hunk.file);
        for file in files.collect::<BTreeSet<_>>() {
            if let (Some(start), Ok(now)) = (workspace.text_at_start(file), workspace.read_text(file)) {
                own.insert(file.clone(), changed_lines(&start, &now));
            }
        }
        self.hunks.retain(|hunk| {
            let lines = hunk.lines();
            let touches = |own: &Range<usize>| own.start <= lines.end && lines.start <= own.end;
            !own.get(&hunk.file).is_some_and(|own| own.iter().any(touches))
        });
        self
    }

    /// Returns whether it changes more places than slips explain: what it took away, it took away as part of its work.
    pub(super) fn is_work(&self) -> bool {
        const MOST_PLACES: usize = 20;
        self.hunks.len() + self.whole.len() > MOST_PLACES
    }

    /// Returns whether it is that of a commit.
    pub(super) const fn is_committed(&self) -> bool {
        !self.commit.is_empty()
    }

    /// When the state before it was, for one of the working tree or the last commit.
    pub(super) const fn when(&self) -> &'static str {
        match self.is_committed() {
            true => "before the last commit",
            false => "at HEAD",
        }
    }

    /// The change with its lines where a later one left them; those that the later one touched are not among them.
    pub(super) fn followed_through(&self, later: &Patch) -> Self {
        let followed = self.hunks.iter().filter_map(|hunk| {
            let own = hunk.lines();
            let (mut came, mut went) = (0, 0);
            for other in later.hunks.iter().filter(|other| other.file == hunk.file) {
                let now = other.lines();
                let before = (now.start + went).saturating_sub(came);
                let before = before..before + other.old.len();
                if touches(&own, &before) {
                    return None;
                }
                if before.end > own.start {
                    break;
                }
                came += now.len();
                went += before.len();
            }
            let at = usize::try_from(hunk.at).ok()? + came - went;
            Some(Hunk {
                at: u32::try_from(at).ok()?,
                ..hunk.clone()
            })
        });
        Self {
            hunks: followed.collect(),
            ..self.clone()
        }
    }

    /// All changed lines, also those of files that were added or removed.
    pub(super) fn all(&self) -> impl Iterator<Item = &Hunk> {
        self.hunks.iter().chain(&self.whole)
    }
}

/// Returns whether two ranges share lines, one is a gap within the other, or both are the same gap.
fn touches(one: &Range<usize>, other: &Range<usize>) -> bool {
    one == other || one.start.max(other.start) < one.end.min(other.end) || {
        let is_within = |gap: &Range<usize>, lines: &Range<usize>| {
            gap.is_empty() && lines.start < gap.start && gap.start < lines.end
        };
        is_within(one, other) || is_within(other, one)
    }
}

/// The lines of a text that another did not have, from 0; an empty range where it had others.
fn changed_lines(before: &str, now: &str) -> Vec<Range<usize>> {
    let difference = TextDiff::from_lines(before, now);
    let changes = difference.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    changes.map(DiffOp::new_range).collect()
}

/// What stands in place of the path of a file that was added.
const NOWHERE_BEFORE: &str = "--- /dev/null";

/// What stands in place of the path of a file that was removed.
const NOWHERE_AFTER: &str = "+++ /dev/null";

/// A path as git prints it; a tab ends one with blanks.
fn path(text: &str) -> Option<RelPath> {
    RelPath::new(text.trim_end_matches('\t')).ok()
}

/// The number of old lines, of new lines, and the first new line: `@@ -3,2 +3 @@`.
fn header(line: &str) -> Option<(usize, usize, u32)> {
    let mut words = line.split(' ').skip(1);
    let old = words.next()?.strip_prefix('-')?;
    let new = words.next()?.strip_prefix('+')?;
    let count = |side: &str| {
        side.split_once(',')
            .map_or(Some(1), |(_, count)| count.parse().ok())
    };
    let at = new.split(',').next()?.parse().ok()?;
    Some((count(old)?, count(new)?, at))
}

impl Hunk {
    /// Returns whether a word was in the lines before.
    pub(super) fn had(&self, word: &str) -> bool {
        self.old.iter().any(|line| has_word(line, word))
    }

    /// Returns whether it is in them after.
    pub(super) fn has(&self, word: &str) -> bool {
        self.new.iter().any(|line| has_word(line, word))
    }

    /// Returns whether a word is in the lines before or after.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.had(word) || self.has(word)
    }

    /// Returns whether a line, or one next to it if `near`, is among the new lines.
    pub(super) fn covers(&self, line: u32, near: u32) -> bool {
        let count = u32::try_from(self.new.len()).unwrap_or(u32::MAX);
        let first = self.at.saturating_sub(near);
        let last = self
            .at
            .saturating_add(count.saturating_sub(1))
            .saturating_add(near);
        (first..=last).contains(&line) && (count > 0 || near > 0)
    }

    /// Returns whether all of the new lines, of which there are some, are among these, 1-based.
    pub(super) fn is_within(&self, lines: &Range<u32>) -> bool {
        let count = u32::try_from(self.new.len()).unwrap_or(u32::MAX);
        count > 0 && lines.start <= self.at && self.at.saturating_add(count) <= lines.end
    }

    /// The new lines, from 0; an empty range where there are none.
    fn lines(&self) -> Range<usize> {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        match self.new.len() {
            0 => at..at,
            count => at.saturating_sub(1)..at.saturating_sub(1) + count,
        }
    }

    /// Characters on both sides.
    pub(super) fn size(&self) -> usize {
        self.old.iter().chain(&self.new).map(String::len).sum()
    }

    /// The edit that restores the old lines; `None` when the file does not hold the new ones there.
    pub(super) fn restored(&self, workspace: &dyn Workspace) -> Result<Option<Edit>, StrategyError> {
        let Ok(text) = workspace.read_text(&self.file) else {
            return Ok(None);
        };
        let Some(range) = self.range(&text) else {
            return Ok(None);
        };
        let ends_alike = self.new.is_empty() || text[range.clone()].ends_with('\n');
        let old: String = self.old.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        if !ends_alike {
            return Ok(None);
        }
        Ok(Some(Edit::replace(&self.file, &text, range, old)?))
    }

    /// The bytes of the new lines in a text: where they are expected, or else where they stand once.
    fn range(&self, text: &str) -> Option<Range<usize>> {
        let lines = Lines::of(text);
        if self.new.is_empty() {
            let at = lines.range(text, self.at).map_or(0, |line| line.end);
            return (self.at == 0 || text[..at].ends_with('\n')).then_some(at..at);
        }
        let all: Vec<&str> = text.split('\n').collect();
        let stands_at = |at: u32| {
            let first = usize::try_from(at).unwrap_or(usize::MAX).saturating_sub(1);
            let there = all.get(first..first.saturating_add(self.new.len()));
            there.is_some_and(|there| there.iter().eq(&self.new))
        };
        let first = match stands_at(self.at) {
            true => self.at,
            false => {
                let mut places = (1..=u32::try_from(all.len()).ok()?).filter(|at| stands_at(*at));
                places.next().filter(|_| places.next().is_none())?
            }
        };
        let last = first + u32::try_from(self.new.len()).ok()? - 1;
        Some(lines.range(text, first)?.start..lines.range(text, last)?.end)
    }
}

/// A line with every occurrence of a word replaced.
pub(super) fn with_word(line: &str, old: &str, new: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut done = 0;
    for at in words(line, old) {
        text.push_str(&line[done..at]);
        text.push_str(new);
        done = at + old.len();
    }
    text.push_str(&line[done..]);
    text
}
