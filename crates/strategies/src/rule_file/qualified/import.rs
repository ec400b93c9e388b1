//! The names that an import binds, and their places.

use std::ops::Range;

/// One name that an import brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The name in the file; `*` for all that the path has.
    pub(super) local: String,
    /// The path that it refers to.
    pub(super) path: Vec<String>,
    /// The token of the path's last part, if a renamed part can be written in its place.
    pub(super) last: Option<Range<usize>>,
    /// Whether it is the default of an ES module, which does not have the module's other exports.
    pub(super) is_default: bool,
    /// Whether the file gives it a name of its own.
    pub(super) has_alias: bool,
    /// The entry of a list that brings this name alone.
    pub(super) entry: Range<usize>,
    /// The list with its braces, and with what joins it to what comes before.
    pub(super) list: Option<Range<usize>>,
    /// The part of the statement that holds names.
    pub(super) names: Range<usize>,
    /// The statement.
    pub(super) statement: Range<usize>,
}
