//! What the tools of this crate say of themselves.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Stability};

/// A tool with its page and its examples.
pub(crate) const fn describe(
    id: &'static str,
    summary: &'static str,
    docs: &'static str,
    examples: &'static [Example],
) -> Descriptor {
    Descriptor {
        id: Cow::Borrowed(id),
        version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
        summary: Cow::Borrowed(summary),
        docs: Cow::Borrowed(docs),
        languages: Cow::Borrowed(&[]),
        examples: Cow::Borrowed(examples),
        stability: Stability::Stable,
    }
}
