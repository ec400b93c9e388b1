//! Descriptions of the parsers that are written in Rust: `src/FAMILY/TOOL.toml`, beside the code.
//!
//! The build script makes a static of each file, named by the parser's id.

use unbreak_core::Descriptor;

/// A parser's description of itself.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) descriptor: Descriptor,
    /// Texts one of which is in the first line of each of its blocks, or in its documents.
    pub(crate) triggers: &'static [&'static str],
    /// The priority among parsers whose triggers are in the same line: the higher is asked first.
    pub(crate) priority: i32,
}

#[allow(
    clippy::allow_attributes,
    unused_imports,
    reason = "without a family there is nothing to describe"
)]
mod generated {
    use std::borrow::Cow;

    use unbreak_core::{Descriptor, Example, Stability};

    use super::Described;

    include!(concat!(env!("OUT_DIR"), "/described.rs"));
}

#[allow(
    clippy::allow_attributes,
    unused_imports,
    reason = "without a family there is nothing to describe"
)]
pub(crate) use generated::*;
