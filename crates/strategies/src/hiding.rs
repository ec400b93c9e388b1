//! What an offered change may not write: it silences the tool.

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
    "# basedpyright: ignore",
    "# pylint: disable",
    "//nolint",
    "NOLINT",
    "#pragma warning disable",
    "diagnostic ignored",
];

/// Whether a text that is written makes a finding go away by silencing it.
pub(crate) fn silences(written: &str) -> bool {
    SILENCES.iter().any(|mark| written.contains(mark))
}
