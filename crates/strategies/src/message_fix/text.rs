//! The old name replaced in a line of any language, by its text.

use unbreak_core::{Diagnostic, Edit, RelPath, StrategyError, Workspace};

use super::{Change, Dotted};
use crate::lines::Lines;

/// Words of languages: a name never becomes one of them, nor the reverse.
const WORDS: [&str; 14] = [
    "auto", "const", "else", "for", "if", "let", "match", "none", "null", "override", "return", "static",
    "var", "while",
];

/// The edits that put the new name where the old one is on the reported line.
pub(super) fn edits(
    diagnostic: &Diagnostic,
    change: &Change<'_>,
    workspace: &dyn Workspace,
) -> Result<Option<Vec<Edit>>, StrategyError> {
    let own = diagnostic.innermost_own_frame().map(|frame| &frame.location);
    for place in std::iter::once(&diagnostic.location).chain(own) {
        let file = place.file.as_deref().and_then(|file| workspace.locate(file));
        let (Some(file), Some(line)) = (file, place.line) else {
            continue;
        };
        let Ok(text) = workspace.read_text(&file) else {
            continue;
        };
        let found = on_line(&file, &text, line, place.column, change)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn on_line(
    file: &RelPath,
    text: &str,
    line: u32,
    column: Option<u32>,
    change: &Change<'_>,
) -> Result<Option<Vec<Edit>>, StrategyError> {
    let lines = Lines::of(text);
    let Some(range) = lines.range(text, line) else {
        return Ok(None);
    };
    let from = column.and_then(|column| lines.offset(text, line, column));
    let (old, new) = (&change.old, &change.new);
    let Some(replacement) = replacement(old, new, file) else {
        return Ok(None);
    };
    let from = from.filter(|at| range.contains(at)).unwrap_or(range.start);
    let behind = word(text, old.last, from..range.end);
    let Some(at) = behind.or_else(|| word(text, old.last, range)) else {
        return Ok(None);
    };
    let is_member = text[..at].ends_with(['.', ':']);
    if replacement.contains('.') && is_member {
        return Ok(None);
    }
    Ok(Some(vec![Edit::replace(
        file,
        text,
        at..at + old.last.len(),
        replacement,
    )?]))
}

/// The replacement for the old name's last part. A new prefix needs an import, except one that
/// every script knows: `Number.isNaN`.
fn replacement(old: &Dotted<'_>, new: &Dotted<'_>, file: &RelPath) -> Option<String> {
    const SCRIPTS: [&str; 8] = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"];
    const GLOBALS: [&str; 7] = [
        "Array", "Buffer", "Number", "Object", "Promise", "Reflect", "String",
    ];
    let is_word = |name: &str| WORDS.contains(&name);
    if !new.is_name() || is_word(new.last) || is_word(old.last) {
        return None;
    }
    if new.prefix.is_empty() || new.prefix == old.prefix {
        return Some(new.last.to_owned());
    }
    let ending = file.as_str().rsplit('.').next().unwrap_or_default();
    let is_global = SCRIPTS.contains(&ending) && GLOBALS.contains(&new.prefix) && old.prefix.is_empty();
    is_global.then(|| format!("{}.{}", new.prefix, new.last))
}

/// The first position of a whole word.
fn word(text: &str, word: &str, within: std::ops::Range<usize>) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let line = &text[within.clone()];
    let is_whole =
        |at: &usize| !line[..*at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part);
    let at = line.match_indices(word).map(|(at, _)| at).find(is_whole)?;
    Some(within.start + at)
}
