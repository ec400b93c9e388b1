//! What the search needs to know of a language, and the words it shares with it.

pub(super) use crate::mend::{Change, Cost, Mend};

/// One language whose programs can be repaired by search.
///
/// The search knows nothing of tokens or grammar. It asks for a [`View`](Self::View) of a text, how
/// far that text is from being a program, which small changes might bring it closer, and, of a text
/// that *is* a program, how odd it looks.
pub(super) trait Language {
    /// A text with everything that reading it gave: tokens, lines, faults.
    type View<'t>
    where
        Self: 't;

    /// Reads a text, broken or not.
    fn view<'t>(&'t self, text: &'t str) -> Self::View<'t>;

    /// How far the text is from being a program; `None` when it is one.
    fn distance(&self, view: &Self::View<'_>) -> Option<Distance>;

    /// Changes that might mend the first fault, in no particular order.
    fn mends(&self, view: &Self::View<'_>) -> Vec<Mend>;

    /// How odd a program looks, and what it means apart from its layout. `None` refuses it.
    fn meaning(&self, view: &Self::View<'_>) -> Option<Meaning>;
}

/// How far a text is from being a program. The nearer is the less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// What kind of check finds the first fault: what is checked later is nearer.
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

/// What a program says, as far as the search compares programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    /// Points for what a person would hardly write: a comparison as a statement, an unknown name.
    pub oddity: Cost,
    /// Equal for programs that differ in layout only.
    pub identity: u64,
}
