//! The interface between the search and a language, and the words they share.

pub(super) use crate::mend::{Change, Cost, Mend};

/// A language whose programs can be repaired by search.
///
/// The search knows nothing of tokens or grammar. It gets from the language a [`View`](Self::View)
/// of a text, the text's distance from a valid program, small changes that might reduce the
/// distance, and, for a valid program, how odd it looks.
pub(super) trait Language {
    /// A text with everything that reading it gave: tokens, lines, faults.
    type View<'t>
    where
        Self: 't;

    /// Reads a text, broken or not.
    fn view<'t>(&'t self, text: &'t str) -> Self::View<'t>;

    /// The text's distance from a valid program; `None` when it is one.
    fn distance(&self, view: &Self::View<'_>) -> Option<Distance>;

    /// Changes that might fix the first fault, in no particular order.
    fn mends(&self, view: &Self::View<'_>) -> Vec<Mend>;

    /// How odd a program looks, and its meaning apart from its layout. `None` rejects it.
    fn meaning(&self, view: &Self::View<'_>) -> Option<Meaning>;
}

/// The distance of a text from a valid program. Nearer is less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// The kind of check that finds the first fault: later checks are nearer.
    pub stage: u8,
    /// Lines after the one with the first fault.
    pub lines_left: usize,
    /// Characters after the first fault on its line.
    pub chars_left: usize,
    /// Lines that hold a fault.
    pub faulty_lines: u32,
    /// Groups of neighbouring lines that hold a fault; each may have a cause of its own.
    pub groups: u32,
}

/// The meaning of a program, as far as the search compares programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    /// Points for unlikely code: a comparison as a statement, an unknown name.
    pub oddity: Cost,
    /// Equal for programs that differ in layout only.
    pub identity: u64,
}
