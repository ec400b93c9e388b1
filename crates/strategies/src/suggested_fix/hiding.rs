//! Suggestions that are no repairs: they silence the tool, or leave a hole to fill.

use unbreak_core::Suggestion;

/// What a suggestion writes that keeps a finding from being reported.
const SILENCES: &[&str] = &[
    "#[allow(",
    "#![allow(",
    "#[expect(",
    "#![expect(",
    "eslint-disable",
    "biome-ignore",
    "@ts-ignore",
    "@ts-expect-error",
    "@ts-nocheck",
    "# noqa",
    "# type: ignore",
    "# pyright: ignore",
    "# pyrefly: ignore",
    "# ty: ignore",
    "NOLINT",
    "#pragma warning disable",
    "diagnostic ignored",
];

/// What stands where something is still to be written.
const PLACEHOLDERS: &[&str] = &["/* ", "todo!(", "unimplemented!(", "<placeholder>", "..."];

/// Whether a suggestion makes the finding go away by silencing it.
pub(super) fn hides(suggestion: &Suggestion) -> bool {
    suggestion
        .edits
        .iter()
        .any(|edit| SILENCES.iter().any(|mark| edit.replacement.contains(mark)))
}

/// Whether a text has a hole that somebody must fill.
pub(super) fn is_placeholder(text: &str) -> bool {
    PLACEHOLDERS.iter().any(|hole| text.contains(hole))
}
