//! Names that programs import singly from the standard library, with the modules they come from.
//!
//! `exports.txt` has one line per name: the name and its homes, the usual one first. A name has several homes
//! where they hold different things (`sleep` of `time` and of `asyncio`), and each of them at least every
//! twentieth import of it in 67 well-known packages; where those have fewer than five, every home counts.

use crate::listing;

const TABLE: &str = include_str!("exports.txt");

/// The modules that a name is imported from, the usual one first.
pub(crate) fn homes(name: &str) -> impl Iterator<Item = &'static str> {
    let homes = listing::find(TABLE, name).unwrap_or_default();
    homes.split(' ').filter(|home| !home.is_empty())
}
