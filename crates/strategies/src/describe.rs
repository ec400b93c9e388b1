//! Descriptions of the strategies of this crate.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example};

/// A strategy with its page, the languages it supports, and examples.
pub(crate) const fn describe(
    id: &'static str,
    summary: &'static str,
    docs: &'static str,
    languages: &'static [Cow<'static, str>],
    examples: &'static [Example],
) -> Descriptor {
    Descriptor::in_full(id, env!("CARGO_PKG_VERSION"), summary, docs, languages, examples)
}
