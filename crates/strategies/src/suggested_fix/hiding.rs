//! Suggestions that are no repairs: they silence the tool, or leave a hole to fill.

use unbreak_core::Suggestion;

use crate::hiding::silences;

/// What stands where something is still to be written.
const PLACEHOLDERS: &[&str] = &["/* ", "todo!(", "unimplemented!(", "<placeholder>", "..."];

/// Whether a suggestion makes the finding go away by silencing it.
pub(super) fn hides(suggestion: &Suggestion) -> bool {
    suggestion.edits.iter().any(|edit| silences(&edit.replacement))
}

/// Whether a text has a hole that somebody must fill.
pub(super) fn is_placeholder(text: &str) -> bool {
    PLACEHOLDERS.iter().any(|hole| text.contains(hole))
}
