//! A change that only replaces names counts as a correction of spelling, whoever offers it.

use unbreak_core::{Edit, Evidence, Workspace};

use crate::closeness::{is_another, is_slip};
use crate::search_evidence::{RESERVED, words, written_out};

/// The wordings in which rustc, gcc, clang and TypeScript offer a name for its similarity.
const OF_LIKENESS: &[&str] = &[
    "similar name",
    "id you mean",
    "might have meant",
    "Change spelling",
];

/// The evidence for edits of a text that only replace names; `None` where one does anything else,
/// or is in another file. They fit when each corrects a typing error.
pub(crate) fn evidence(edits: &[Edit], text: &str) -> Option<Evidence> {
    let first = edits.first()?;
    let respelt = |edit: &Edit| names(edit, text).filter(|_| edit.file == first.file);
    let names: Option<Vec<Vec<(String, String)>>> = edits.iter().map(respelt).collect();
    let fits = names?.iter().flatten().all(|(old, new)| is_slip(old, new));
    Some(Evidence::spelling(fits, fits))
}

/// The same for a tool's offer that is worded as a similarity.
pub(crate) fn offered(words: &str, edits: &[Edit], workspace: &dyn Workspace) -> Option<Evidence> {
    if !OF_LIKENESS.iter().any(|phrase| words.contains(phrase)) {
        return None;
    }
    let text = workspace.read_text(&edits.first()?.file).ok()?;
    evidence(edits, &text)
}

/// Returns whether edits write one name for another that is known to mean something else, `decode` for `encode`: a
/// compiler takes either.
pub(crate) fn exchanges_words(edits: &[Edit], text: &str) -> bool {
    let names = edits.iter().filter_map(|edit| names(edit, text)).flatten();
    names.into_iter().any(|(old, new)| is_another(&old, &new))
}

/// Returns whether edits include another file whose name is more than a typing error away.
pub(crate) fn exchanges_files(edits: &[Edit], text: &str) -> bool {
    let includes = |edit: &&Edit| {
        let line = text[..edit.range.start].rfind('\n').map_or(0, |end| end + 1);
        text[line..].trim_start().starts_with("#include \"")
    };
    let names = edits
        .iter()
        .filter(includes)
        .filter_map(|edit| names(edit, text))
        .flatten();
    names.into_iter().any(|(old, new)| !is_slip(&old, &new))
}

/// The names before an edit, each with its replacement; `None` where anything but names differs.
fn names(edit: &Edit, text: &str) -> Option<Vec<(String, String)>> {
    let unchanged = Edit {
        replacement: edit.original.clone(),
        ..edit.clone()
    };
    let (old, new) = (written_out(&unchanged, text), written_out(edit, text));
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let between = |text: &str| text.replace(is_part, "");
    let is_name = |word: &str| !word.starts_with(|c: char| c.is_ascii_digit()) && !RESERVED.contains(&word);
    let differ: Vec<(String, String)> = words(&old)
        .zip(words(&new))
        .filter(|(old, new)| old != new)
        .map(|(old, new)| (old.to_owned(), new.to_owned()))
        .collect();
    let is_alike = words(&old).count() == words(&new).count() && between(&old) == between(&new);
    let are_names = differ.iter().all(|(old, new)| is_name(old) && is_name(new));
    (is_alike && are_names && !differ.is_empty()).then_some(differ)
}
