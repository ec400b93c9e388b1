//! Suggestions that are no repairs: they leave a hole to fill.

/// What stands where something is still to be written.
const PLACEHOLDERS: &[&str] = &["/* ", "todo!(", "unimplemented!(", "<placeholder>", "..."];

/// Whether a text has a hole that somebody must fill.
pub(super) fn is_placeholder(text: &str) -> bool {
    PLACEHOLDERS.iter().any(|hole| text.contains(hole))
}
