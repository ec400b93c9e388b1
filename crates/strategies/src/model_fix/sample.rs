//! Answers → fixes: each block at its place, equal answers counted as votes.

use std::collections::BTreeMap;

use unbreak_core::model::Completion;
use unbreak_core::outline;
use unbreak_core::policy::escalation::{AttemptFailure, category};
use unbreak_core::{Briefing, Confidence, DeterminedBy, Edit, FileOp, Fix, RelPath, SafetyClass, Workspace};

use super::anchor::{self, NoAnchor, Shift};
use super::answer::{self, AnswerBlock, BlockChange, ModelAnswer};
use super::{ID, failure};
use crate::weights::voting;

/// Lines of the file that a hint shows at most.
const SHOWN_LINES: usize = 12;

/// An answer: the change that it proposes, or the reason why it cannot be used.
pub(super) struct Sample {
    change: Result<Proposed, AttemptFailure>,
    /// The answer's words, for recognising it again.
    words: String,
}

/// A change that an answer proposes.
struct Proposed {
    summary: Option<String>,
    edits: Vec<Edit>,
    files: Vec<FileOp>,
}

impl Sample {
    pub(super) fn of(answer: &Completion, briefing: &Briefing, workspace: &dyn Workspace) -> Self {
        let change = answer::read(&answer.text, answer.stop)
            .and_then(|answer| Placer { briefing, workspace }.place(answer));
        Self {
            change,
            words: answer.text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// The distinct fixes of all answers, with the share of answers that agree as confidence; and the
/// failures of the unusable ones.
pub(super) fn vote(samples: Vec<Sample>, model: &str) -> (Vec<Fix>, Vec<AttemptFailure>) {
    let total = samples.len();
    let mut votes: BTreeMap<String, (Proposed, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    for sample in samples {
        match sample.change {
            Ok(proposed) => {
                let ballot = votes.entry(proposed.normalised()).or_insert((proposed, 0));
                ballot.1 += 1;
            }
            Err(mut failed) => {
                failed.signature = format!("{}|{}", failed.category, sample.words);
                failures.push(failed);
            }
        }
    }
    let mut fixes: Vec<Fix> = votes
        .into_values()
        .map(|(proposed, count)| proposed.into_fix(model, count, total))
        .collect();
    fixes.sort_by(|a, b| b.confidence.cmp(&a.confidence).then(a.size().cmp(&b.size())));
    (fixes, failures)
}

/// The failure of an attempt none of whose answers could be used.
pub(super) fn combined(mut failures: Vec<AttemptFailure>) -> AttemptFailure {
    failures.sort_by(|a, b| a.signature.cmp(&b.signature));
    failures.dedup();
    let signatures: Vec<&str> = failures.iter().map(|failed| failed.signature.as_str()).collect();
    let mut hints: Vec<&str> = failures.iter().map(|failed| failed.hint.as_str()).collect();
    hints.dedup();
    AttemptFailure {
        category: failures.first().map_or_else(
            || category::EDIT_FORMAT.to_owned(),
            |failed| failed.category.clone(),
        ),
        hint: hints.join("\n"),
        signature: signatures.join("\n"),
    }
}

impl Proposed {
    /// Its effect, regardless of trailing white space.
    fn normalised(&self) -> String {
        let edits = self.edits.iter().map(|edit| {
            let lines: Vec<&str> = edit.replacement.lines().map(str::trim_end).collect();
            format!("{}:{:?}:{}", edit.file, edit.range, lines.join("\n"))
        });
        let files = self.files.iter().map(|op| format!("{op:?}"));
        edits.chain(files).collect::<Vec<_>>().join("\u{0}")
    }

    fn into_fix(self, model: &str, votes: usize, answers: usize) -> Fix {
        #[expect(clippy::cast_precision_loss, reason = "a handful of answers")]
        let share = votes as f64 / answers.max(1) as f64;
        let file = self.edits.first().map(|edit| edit.file.as_str().to_owned());
        let title = self.summary.unwrap_or_else(|| {
            format!(
                "edit {} as {model} proposes",
                file.as_deref().unwrap_or("a new file")
            )
        });
        let mut fix = Fix::new(
            ID,
            title,
            Confidence::new(voting::least() + voting::unanimity() * share),
        )
        .by(crate::rule::any::model::ANSWER)
        .because(format!("{model} proposes it in {votes} of {answers} answers"))
        .safety(SafetyClass::Unsafe)
        .evidence(DeterminedBy::Model)
        .edits(self.edits)
        .of_this_text();
        fix.files = self.files;
        fix
    }
}

/// Finds the places of blocks.
struct Placer<'a> {
    briefing: &'a Briefing,
    workspace: &'a dyn Workspace,
}

impl Placer<'_> {
    /// # Errors
    /// When one block has no place, when two overlap, or when nothing would change.
    fn place(&self, answer: ModelAnswer) -> Result<Proposed, AttemptFailure> {
        let mut proposed = Proposed {
            summary: answer.summary,
            edits: Vec::new(),
            files: Vec::new(),
        };
        for block in answer.blocks {
            let file = self.file(&block)?;
            match self.workspace.read_text(&file) {
                Ok(text) => proposed.edits.extend(self.edit(&file, &text, &block.change)?),
                Err(_) => proposed.files.push(created(file, block.change)?),
            }
        }
        let overlap = proposed
            .edits
            .iter()
            .enumerate()
            .any(|(index, edit)| proposed.edits[..index].iter().any(|other| other.overlaps(edit)));
        if overlap {
            return Err(failure(
                category::EDIT_FORMAT,
                "two blocks change the same lines; write them as one",
            ));
        }
        if proposed.edits.is_empty() && proposed.files.is_empty() {
            return Err(failure(category::EDIT_FORMAT, "the blocks change nothing"));
        }
        Ok(proposed)
    }

    /// The file of a block: one that was shown, or a new one.
    fn file(&self, block: &AnswerBlock) -> Result<RelPath, AttemptFailure> {
        let name = &block.file;
        let file = self.workspace.locate(name).ok_or_else(|| {
            failure(
                category::WRONG_PATH,
                format!("{name} is not a path inside the project"),
            )
        })?;
        let is_shown = self.briefing.excerpts().any(|excerpt| excerpt.file == file);
        let is_new = matches!(&block.change, BlockChange::Replace { search, .. } if search.is_empty());
        if is_shown || is_new && !self.workspace.is_file(&file) {
            return Ok(file);
        }
        Err(failure(category::WRONG_PATH, self.where_instead(&file)))
    }

    /// The shown file that was probably meant.
    fn where_instead(&self, file: &RelPath) -> String {
        let name = |file: &RelPath| file.as_str().rsplit('/').next().map(str::to_owned);
        let mut shown: Vec<&RelPath> = self.briefing.excerpts().map(|excerpt| &excerpt.file).collect();
        shown.sort();
        shown.dedup();
        if let Some(meant) = shown.iter().find(|shown| name(shown) == name(file)) {
            return format!("written to {file}; must be at {meant}");
        }
        let shown: Vec<&str> = shown.iter().map(|file| file.as_str()).collect();
        format!(
            "{file} was not shown, and only what was shown can be edited: {}",
            shown.join(", ")
        )
    }

    fn edit(&self, file: &RelPath, text: &str, change: &BlockChange) -> Result<Option<Edit>, AttemptFailure> {
        let lines: Vec<&str> = text.lines().collect();
        let is_shown = |line: usize| {
            self.briefing
                .excerpts()
                .any(|excerpt| excerpt.shows(file, line + 1))
        };
        let (range, replacement) = match change {
            BlockChange::Replace { search, .. } if search.iter().all(|line| line.trim().is_empty()) => {
                return Err(failure(
                    category::EDIT_FORMAT,
                    format!("{file} exists: name the lines to replace in SEARCH, and no more than needed"),
                ));
            }
            BlockChange::Replace { search, replace } => {
                let wanted: Vec<&str> = search.iter().map(String::as_str).collect();
                let found = anchor::find(&wanted, &lines, &is_shown)
                    .map_err(|none| no_anchor(file, search, &lines, &none))?;
                (
                    found.lines,
                    replace.iter().map(|line| found.shift.apply(line)).collect(),
                )
            }
            BlockChange::Function { name, lines: new } => function(file, text, name, new, &is_shown)?,
        };
        Ok(line_edit(file, text, range, &replacement))
    }
}

fn created(file: RelPath, change: BlockChange) -> Result<FileOp, AttemptFailure> {
    match change {
        BlockChange::Replace { search, replace } if search.is_empty() => Ok(FileOp::Create {
            file,
            content: replace.iter().map(|line| format!("{line}\n")).collect(),
        }),
        _ => Err(failure(category::WRONG_PATH, format!("{file} does not exist"))),
    }
}

fn no_anchor(file: &RelPath, search: &[String], lines: &[&str], none: &NoAnchor) -> AttemptFailure {
    let first = search
        .iter()
        .map(|line| line.trim())
        .find(|line| !line.is_empty());
    let first = first.unwrap_or_default();
    let hint = match none {
        NoAnchor::Ambiguous { at } => format!(
            "the SEARCH lines beginning with `{first}` stand {} times in {file}; add lines around them until they stand there once",
            at.len()
        ),
        NoAnchor::Missing {
            closest: Some(closest),
        } => {
            let real = &lines[closest.start..closest.end.min(closest.start + SHOWN_LINES)];
            format!(
                "the SEARCH lines beginning with `{first}` do not stand in {file}; the closest lines there are:\n{}",
                real.join("\n")
            )
        }
        NoAnchor::Missing { closest: None } => {
            format!("the SEARCH lines beginning with `{first}` do not stand in {file}")
        }
    };
    failure(category::ANCHOR, hint)
}

/// The lines of a function that was shown, and their replacement.
fn function(
    file: &RelPath,
    text: &str,
    name: &str,
    new: &[String],
    is_shown: &dyn Fn(usize) -> bool,
) -> Result<(std::ops::Range<usize>, Vec<String>), AttemptFailure> {
    let mut found: Vec<_> = outline::definitions(text)
        .into_iter()
        .filter(|definition| definition.name == name && is_shown(definition.head))
        .collect();
    let (Some(definition), true) = (found.pop(), found.is_empty()) else {
        return Err(failure(
            category::ANCHOR,
            format!("{file} shows {} functions called `{name}`", found.len()),
        ));
    };
    let lines: Vec<&str> = text.lines().collect();
    let head = lines[definition.head];
    let first_new = new.iter().find(|line| !line.trim().is_empty());
    let above = &lines[definition.lines.start..definition.head];
    let has_above = first_new.is_some_and(|first| above.iter().any(|line| line.trim() == first.trim()));
    let start = if has_above {
        definition.lines.start
    } else {
        definition.head
    };
    let indent = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
    let (theirs, ours) = (
        first_new.map(|line| indent(line)).unwrap_or_default(),
        indent(head),
    );
    let shift = match ours.strip_prefix(theirs.as_str()) {
        Some(more) => Shift::Add(more.to_owned()),
        None => Shift::Remove(theirs.strip_prefix(ours.as_str()).unwrap_or_default().to_owned()),
    };
    Ok((
        start..definition.lines.end,
        new.iter().map(|line| shift.apply(line)).collect(),
    ))
}

/// The smallest edit of whole lines that turns `range` into `replacement`; none if they are equal.
fn line_edit(
    file: &RelPath,
    text: &str,
    range: std::ops::Range<usize>,
    replacement: &[String],
) -> Option<Edit> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut old: &[&str] = &lines[range.clone()];
    let mut new: &[String] = replacement;
    let mut start = range.start;
    let is_same = |old: &str, new: &str| old.trim_end() == new.trim_end();
    while let (Some((first, old_rest)), Some((wanted, new_rest))) = (old.split_first(), new.split_first()) {
        if !is_same(first, wanted) {
            break;
        }
        (old, new, start) = (old_rest, new_rest, start + 1);
    }
    while let (Some((last, old_rest)), Some((wanted, new_rest))) = (old.split_last(), new.split_last()) {
        if !is_same(last, wanted) {
            break;
        }
        (old, new) = (old_rest, new_rest);
    }
    if old.is_empty() && new.is_empty() {
        return None;
    }
    let at: usize = lines[..start].iter().map(|line| line.len()).sum();
    let length: usize = old.iter().map(|line| line.len()).sum();
    let mut written: String = new.iter().map(|line| format!("{line}{newline}")).collect();
    let ends_file = at + length == text.len() && !text.ends_with('\n');
    if ends_file && !old.is_empty() {
        written.truncate(written.len().saturating_sub(newline.len()));
    }
    Edit::replace(file, text, at..at + length, written).ok()
}
