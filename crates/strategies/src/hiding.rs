//! Text that a proposed change may not write, because it silences the tool.

use unbreak_core::Edit;

/// Marks that keep a finding from being reported.
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

/// Returns whether an edit removes a finding by silencing it. A mark that was already in a text that is
/// rewritten as a whole does not count.
pub(crate) fn silences(edit: &Edit) -> bool {
    let adds = |mark: &&str| edit.replacement.matches(*mark).count() > edit.original.matches(*mark).count();
    SILENCES.iter().any(adds)
}

/// Placeholders for unwritten code, in lower case. They satisfy the compiler and fail when they are
/// reached. Where a name is misspelt, they even hide that.
const STUBS: &[&str] = &[
    "todo!(",
    "unimplemented",
    "not implemented",
    "notimplemented",
    "not_implemented",
];

/// Returns whether an edit writes a stub.
pub(crate) fn is_stub(edit: &Edit) -> bool {
    let text = edit.replacement.to_lowercase();
    STUBS.iter().any(|stub| text.contains(stub))
}
