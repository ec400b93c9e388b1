//! Python's interpreter, test runners, linters and type checkers.

#[cfg(feature = "_exceptions")]
mod exception;
#[cfg(feature = "_exceptions")]
mod reader;

#[cfg(feature = "_lint")]
mod lint;

#[cfg(feature = "pytest")]
mod pytest;
#[cfg(feature = "ruff")]
mod ruff;
#[cfg(feature = "traceback")]
mod traceback;

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Stability};

/// The self-description of a parser of this family.
const fn describe(
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
        languages: Cow::Borrowed(&[Cow::Borrowed("python")]),
        examples: Cow::Borrowed(examples),
        stability: Stability::Stable,
    }
}
