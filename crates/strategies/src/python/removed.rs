//! Names that modules of the standard library had once, and that are spelled like others which they still have.
//!
//! A program with such a name is not misspelled: it was written for another version. `removed.txt` has those that
//! Python 2.7 or 3.6 to 3.12 had and 3.13 has not, where the other name means something else.

use crate::listing;

const TABLE: &str = include_str!("removed.txt");

/// Returns whether a module had this name in an earlier version.
pub(crate) fn is_removed(module: &str, name: &str) -> bool {
    listing::has(TABLE, &format!("{module}.{name}"))
}
