//! What an offered change may not write: it silences the tool.

use unbreak_core::Edit;

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

/// Whether an edit makes a finding go away by silencing it. A mark that stood there before, in a text
/// that is written anew as a whole, is none of its doing.
pub(crate) fn silences(edit: &Edit) -> bool {
    let adds = |mark: &&str| edit.replacement.matches(*mark).count() > edit.original.matches(*mark).count();
    SILENCES.iter().any(adds)
}

/// What stands for code that nobody has written: it satisfies the compiler, and fails when it is reached.
/// Where a name is misspelt it even hides that. In lower case.
const STUBS: &[&str] = &[
    "todo!(",
    "unimplemented",
    "not implemented",
    "notimplemented",
    "not_implemented",
];

/// Whether an edit writes a stub.
pub(crate) fn is_stub(edit: &Edit) -> bool {
    let text = edit.replacement.to_lowercase();
    STUBS.iter().any(|stub| text.contains(stub))
}
