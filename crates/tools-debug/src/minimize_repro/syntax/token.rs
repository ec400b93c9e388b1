//! Removes neighbouring tokens, however they are related.

use super::grammar::Grammar;
use super::tree::leaves;
use crate::minimize_repro::change::Change;
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Sweep};

/// The greatest number removed at once.
const WINDOW: usize = 5;

pub(super) async fn run(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    for window in (1..=WINDOW).rev() {
        let deck = deck(search.current(), grammar, window);
        Sweep::new(search, &deck).each().await?;
    }
    Ok(())
}

fn deck(text: &[u8], grammar: &'static Grammar, window: usize) -> Cuts {
    let tree = grammar.parse(text);
    let leaves: Vec<_> = tree
        .iter()
        .flat_map(leaves)
        .map(|leaf| leaf.byte_range())
        .collect();
    let runs = leaves
        .windows(window)
        .map(|run| run[0].start..run[window - 1].end);
    Cuts {
        changes: runs.map(Change::delete).collect(),
        strict: true,
    }
}
