//! Reduction of any text, or bytes: records and nested parts, lines, then words and marks, then
//! characters.

use std::ops::Range;

use super::change::Change;
use super::search::{Search, Stop};
use super::sweep::{Cuts, Sweep};
use super::{again, nest, records};

/// Cuts a text into pieces.
pub(super) type Cut = fn(&[u8]) -> Vec<Range<usize>>;

/// The greatest number of pieces that are tried one by one; of more, halves are tried first.
const FEW: usize = 96;

/// Reduces until no character can be removed: then no word and no line can be removed either.
pub(super) async fn reduce(search: &mut Search<'_>) -> Result<(), Stop> {
    records::reduce(search).await?;
    nest::reduce(search).await?;
    thin(search, lines).await?;
    thin(search, tokens).await?;
    each(search, characters).await?;
    again::reduce(search).await
}

/// Until no line can be left out any more.
pub(super) async fn reduce_lines(search: &mut Search<'_>) -> Result<(), Stop> {
    thin(search, lines).await?;
    search.thorough = true;
    each(search, lines).await
}

/// Leaves out as much as can be, the most at once.
pub(super) async fn thin(search: &mut Search<'_>, cut: Cut) -> Result<(), Stop> {
    let deck = deck(search.current(), cut);
    if deck.changes.len() > 1 {
        Sweep::new(search, &deck).thin(false).await?;
    }
    Ok(())
}

/// Leaves out piece after piece. Once is enough where nothing depends on anything else; a thorough
/// search continues until none can be left out by itself.
pub(super) async fn each(search: &mut Search<'_>, cut: Cut) -> Result<(), Stop> {
    if cut(search.current()).len() > FEW {
        thin(search, cut).await?;
    }
    loop {
        let deck = deck(search.current(), cut);
        let mut sweep = Sweep::new(search, &deck);
        sweep.each().await?;
        if !sweep.has_changed() || !search.thorough {
            return Ok(());
        }
    }
}

fn deck(text: &[u8], cut: Cut) -> Cuts {
    Cuts {
        changes: cut(text).into_iter().map(Change::delete).collect(),
        strict: false,
    }
}

/// Lines with their ends.
pub(super) fn lines(text: &[u8]) -> Vec<Range<usize>> {
    runs(text, |before, _| before == b'\n')
}

/// Words, numbers, runs of blanks, and marks one by one.
pub(super) fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    runs(text, |before, after| {
        let class = Class::of(before);
        class == Class::Mark || class != Class::of(after)
    })
}

/// Characters; bytes where it is not text.
pub(super) fn characters(text: &[u8]) -> Vec<Range<usize>> {
    match std::str::from_utf8(text) {
        Ok(text) => text
            .char_indices()
            .map(|(at, character)| at..at + character.len_utf8())
            .collect(),
        Err(_) => (0..text.len()).map(|at| at..at + 1).collect(),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Blank,
    Mark,
}

impl Class {
    fn of(byte: u8) -> Self {
        match byte {
            b'_' | 0x80.. => Self::Word,
            _ if byte.is_ascii_alphanumeric() => Self::Word,
            _ if byte.is_ascii_whitespace() => Self::Blank,
            _ => Self::Mark,
        }
    }
}

/// Cuts between bytes that do not belong together.
pub(super) fn runs(text: &[u8], is_cut: impl Fn(u8, u8) -> bool) -> Vec<Range<usize>> {
    let inner = text.windows(2).enumerate();
    let inner = inner
        .filter(|(_, pair)| is_cut(pair[0], pair[1]))
        .map(|(at, _)| at + 1);
    let ends: Vec<usize> = inner.chain((!text.is_empty()).then_some(text.len())).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, &end)| start..end).collect()
}
