//! Changes to a text that are tried before they are kept.

use std::ops::Range;

/// Replaces a range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Splice {
    pub(super) range: Range<usize>,
    pub(super) with: Vec<u8>,
}

/// Splices that belong together, in the order of their places, none overlapping another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Change(Vec<Splice>);

impl Change {
    /// Takes a range out.
    pub(super) fn delete(range: Range<usize>) -> Self {
        Self::replace(range, Vec::new())
    }

    /// Puts something else into a range.
    pub(super) fn replace(range: Range<usize>, with: impl Into<Vec<u8>>) -> Self {
        Self(vec![Splice {
            range,
            with: with.into(),
        }])
    }

    /// Several at once; of two that overlap, the longer one is kept.
    pub(super) fn all(splices: impl IntoIterator<Item = Splice>) -> Self {
        let mut splices: Vec<Splice> = splices.into_iter().collect();
        splices.sort_by_key(|splice| (splice.range.start, std::cmp::Reverse(splice.range.end)));
        let mut kept: Vec<Splice> = Vec::with_capacity(splices.len());
        for splice in splices {
            match kept.last() {
                Some(last) if splice.range.start < last.range.end => {}
                _ => kept.push(splice),
            }
        }
        Self(kept)
    }

    /// Its parts.
    pub(super) fn splices(&self) -> &[Splice] {
        &self.0
    }

    /// The text with the change made.
    pub(super) fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut at = 0;
        for Splice { range, with } in &self.0 {
            out.extend_from_slice(&text[at..range.start]);
            out.extend_from_slice(with);
            at = range.end;
        }
        out.extend_from_slice(&text[at..]);
        out
    }
}
