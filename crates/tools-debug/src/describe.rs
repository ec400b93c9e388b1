//! Descriptions of the tools of this crate.

use unbreak_core::{Descriptor, Example};

/// A tool with its page and its examples.
pub(crate) const fn describe(
    id: &'static str,
    summary: &'static str,
    docs: &'static str,
    examples: &'static [Example],
) -> Descriptor {
    Descriptor::in_full(id, env!("CARGO_PKG_VERSION"), summary, docs, &[], examples)
}
