//! Suggestions that are not repairs: they leave a hole to fill.

use unbreak_core::Edit;

/// Placeholders that rustc and clippy leave for the author and that are easily overlooked:
/// `/* Type */`, or `...` for the rest of a type.
const PLACEHOLDERS: &[&str] = &["/* ", "..."];

/// Placeholders that fail clearly when the program reaches them.
const UNWRITTEN: &[&str] = &["todo!(", "unimplemented!("];

/// Code that ends the program where a value is missing.
const GIVES_UP: &[&str] = &[".unwrap()", ".expect("];

/// Returns whether edits that a parser's tool suggests leave a placeholder in the code.
pub(super) fn is_left(parser: &str, edits: &[Edit]) -> bool {
    adds(parser, edits, PLACEHOLDERS)
}

/// Returns whether they leave something to be written.
pub(super) fn is_unwritten(parser: &str, edits: &[Edit]) -> bool {
    adds(parser, edits, UNWRITTEN)
}

/// Returns whether they end the program where a value is not there, instead of handling it.
pub(super) fn gives_up(parser: &str, edits: &[Edit]) -> bool {
    adds(parser, edits, GIVES_UP)
}

/// Returns whether the edits add such words: a text that is moved or rewritten may already hold them.
fn adds(parser: &str, edits: &[Edit], words: &[&str]) -> bool {
    let count = |word: &str, text: fn(&Edit) -> &str| -> usize {
        edits.iter().map(|edit| text(edit).matches(word).count()).sum()
    };
    let is_added = |word: &&str| count(word, |edit| &edit.replacement) > count(word, |edit| &edit.original);
    parser.starts_with("rustc") && words.iter().any(is_added)
}
