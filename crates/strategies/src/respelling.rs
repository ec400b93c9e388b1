//! A change that writes one name for another is a matter of spelling, whoever offers it.

use unbreak_core::{Edit, Evidence, Workspace};

use crate::closeness::{is_another, is_slip};
use crate::search_evidence::{RESERVED, words, written_out};

/// How rustc, gcc, clang and TypeScript say that they offer a name for its likeness.
const OF_LIKENESS: &[&str] = &[
    "similar name",
    "id you mean",
    "might have meant",
    "Change spelling",
];

/// The evidence for edits of a text that all put one name in another's place; `None` where one of them does
/// anything else, or is made in another file. They fit when each is a slip of the keyboard.
pub(crate) fn evidence(edits: &[Edit], text: &str) -> Option<Evidence> {
    let first = edits.first()?;
    let respelt = |edit: &Edit| names(edit, text).filter(|_| edit.file == first.file);
    let names: Option<Vec<(String, String)>> = edits.iter().map(respelt).collect();
    let fits = names?.iter().all(|(old, new)| is_slip(old, new));
    Some(Evidence::spelling(fits, fits))
}

/// The same for what a tool offers in words of likeness.
pub(crate) fn offered(words: &str, edits: &[Edit], workspace: &dyn Workspace) -> Option<Evidence> {
    if !OF_LIKENESS.iter().any(|phrase| words.contains(phrase)) {
        return None;
    }
    let text = workspace.read_text(&edits.first()?.file).ok()?;
    evidence(edits, &text)
}

/// Whether edits write one name for another that is known to mean something else, `decode` for `encode`: a
/// compiler takes either.
pub(crate) fn exchanges_words(edits: &[Edit], text: &str) -> bool {
    let names = edits.iter().filter_map(|edit| names(edit, text));
    names
        .into_iter()
        .any(|(old, new)| is_another(&old, &new))
}

/// The name that stands where an edit is made, and the one that it leaves there.
fn names(edit: &Edit, text: &str) -> Option<(String, String)> {
    let unchanged = Edit {
        replacement: edit.original.clone(),
        ..edit.clone()
    };
    let (old, new) = (written_out(&unchanged, text), written_out(edit, text));
    let is_name = |text: &str| {
        let is_one = words(text).eq([text]);
        is_one && !text.starts_with(|c: char| c.is_ascii_digit()) && !RESERVED.contains(&text)
    };
    (is_name(&old) && is_name(&new) && old != new).then_some((old, new))
}
