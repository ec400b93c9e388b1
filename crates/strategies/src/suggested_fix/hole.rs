//! Suggestions that are no repairs: they leave a hole to fill.

use unbreak_core::Edit;

/// What rustc and clippy write where something is still to be written: `/* Type */`, `todo!()`, or `...`
/// for the rest of a type.
const PLACEHOLDERS: &[&str] = &["/* ", "todo!(", "unimplemented!(", "..."];

/// Whether edits that a parser's tool suggests leave a hole that somebody must fill. A text that they move
/// or write anew may hold such words by itself.
pub(super) fn is_left(parser: &str, edits: &[Edit]) -> bool {
    let count = |hole: &str, text: fn(&Edit) -> &str| -> usize {
        edits.iter().map(|edit| text(edit).matches(hole).count()).sum()
    };
    let adds = |hole: &&str| count(hole, |edit| &edit.replacement) > count(hole, |edit| &edit.original);
    parser.starts_with("rustc") && PLACEHOLDERS.iter().any(adds)
}
