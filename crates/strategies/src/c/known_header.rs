//! Headers of well-known libraries: when one is not found, it is not installed rather than misspelt.

use crate::listing;

/// Headers, and directories of headers with their slash.
const HEADERS: &str = include_str!("headers.txt");

/// Returns whether a header belongs to a well-known library that does not come with the compiler.
pub(super) fn is_known(name: &str) -> bool {
    let mut directories = name.match_indices('/').map(|(at, _)| &name[..=at]);
    listing::has(HEADERS, name) || directories.any(|directory| listing::has(HEADERS, directory))
}
