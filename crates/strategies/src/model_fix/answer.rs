//! An answer's text → its blocks.

use unbreak_core::model::StopReason;
use unbreak_core::policy::escalation::{AttemptFailure, category};

use super::failure;

/// The proposal in an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ModelAnswer {
    /// The model's own line about it.
    pub(super) summary: Option<String>,
    /// The blocks, in their order; at least one.
    pub(super) blocks: Vec<AnswerBlock>,
}

/// One block of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AnswerBlock {
    /// The file as the answer names it.
    pub(super) file: String,
    pub(super) change: BlockChange,
}

/// The change that a block makes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BlockChange {
    /// Existing lines, and their replacement. No lines to search for: a new file.
    Replace {
        search: Vec<String>,
        replace: Vec<String>,
    },
    /// A function as a whole.
    Function { name: String, lines: Vec<String> },
}

/// The beginning of a block.
enum Opening {
    Search,
    Function(String),
}

/// Reads an answer.
///
/// # Errors
/// When it has no block, or one that is not complete.
pub(super) fn read(text: &str, stop: StopReason) -> Result<ModelAnswer, AttemptFailure> {
    let mut blocks: Vec<AnswerBlock> = Vec::new();
    let mut summary = None;
    let mut before: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(opening) = opening(line) {
            let file = named_file(&before)
                .or_else(|| blocks.last().map(|block| block.file.clone()))
                .ok_or_else(|| {
                    failure(
                        category::EDIT_FORMAT,
                        "a block has no path: write the file's path on the line above `<<<<<<< SEARCH`",
                    )
                })?;
            let change = change(opening, &mut lines).ok_or_else(|| unfinished(stop))?;
            blocks.push(AnswerBlock { file, change });
            before.clear();
        } else {
            summary = summary.or_else(|| summary_of(line));
            before.push(line);
        }
    }
    if blocks.is_empty() {
        return Err(failure(
            category::EDIT_FORMAT,
            "the answer had no SEARCH/REPLACE block; answer with such blocks only",
        ));
    }
    Ok(ModelAnswer { summary, blocks })
}

fn unfinished(stop: StopReason) -> AttemptFailure {
    let why = match stop {
        StopReason::Length => "the answer was cut off at its limit; change less, in shorter blocks",
        _ => "a block was not finished: each needs `<<<<<<< SEARCH`, `=======` and `>>>>>>> REPLACE`",
    };
    failure(category::EDIT_FORMAT, why)
}

fn change<'a>(opening: Opening, lines: &mut impl Iterator<Item = &'a str>) -> Option<BlockChange> {
    match opening {
        Opening::Search => {
            let search = until(lines, is_divider)?;
            let replace = until(lines, is_end)?;
            Some(BlockChange::Replace { search, replace })
        }
        Opening::Function(name) => {
            let lines = until(lines, is_end)?;
            Some(BlockChange::Function { name, lines })
        }
    }
}

fn until<'a>(lines: &mut impl Iterator<Item = &'a str>, is_last: fn(&str) -> bool) -> Option<Vec<String>> {
    let mut taken = Vec::new();
    for line in lines {
        if is_last(line) {
            return Some(taken);
        }
        if opening(line).is_some() {
            return None;
        }
        taken.push(line.to_owned());
    }
    None
}

fn opening(line: &str) -> Option<Opening> {
    let rest = line
        .trim_end()
        .strip_prefix("<<<<<<<")?
        .trim_start_matches('<')
        .trim();
    match rest.split_once(' ') {
        None if rest == "SEARCH" => Some(Opening::Search),
        Some(("FUNCTION", name)) => Some(Opening::Function(name.trim().trim_matches('`').to_owned())),
        _ => None,
    }
}

fn is_divider(line: &str) -> bool {
    line.trim_end() == "======="
}

fn is_end(line: &str) -> bool {
    line.trim_end()
        .strip_prefix(">>>>>>>")
        .is_some_and(|rest| rest.trim() == "REPLACE")
}

/// The path on the last written line before a block, without marks around it.
fn named_file(before: &[&str]) -> Option<String> {
    let is_fence = |line: &&&str| line.trim().is_empty() || line.trim_start().starts_with("```");
    let line = before.iter().rev().find(|line| !is_fence(line))?;
    let name = line
        .trim()
        .trim_start_matches(['#', '*', '-', '>', ' '])
        .trim_start_matches("File:")
        .trim()
        .trim_matches(['`', '*', ':', '"', '\''])
        .trim();
    let looks_like_path = !name.is_empty() && !name.contains(char::is_whitespace);
    looks_like_path.then(|| name.to_owned())
}

fn summary_of(line: &str) -> Option<String> {
    let rest = line.trim().trim_start_matches('*').strip_prefix("Summary:")?;
    let rest = rest.trim_matches(['*', ' ']);
    (!rest.is_empty()).then(|| rest.chars().take(100).collect())
}
