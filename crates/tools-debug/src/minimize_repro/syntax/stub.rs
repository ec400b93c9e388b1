//! Replaces constructs by the simplest ones of the language.

use tree_sitter::Node;

use super::grammar::Grammar;
use super::tree::{constructs, put};
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Sweep};

/// Large constructs first; each stub for all of them before the next stub.
pub(super) async fn run(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    for (stub, kinds) in grammar.stubs {
        let deck = deck(search.current(), grammar, stub, kinds);
        Sweep::new(search, &deck).each().await?;
    }
    Ok(())
}

fn deck(text: &[u8], grammar: &'static Grammar, stub: &str, kinds: &[&str]) -> Cuts {
    let Some(tree) = grammar.parse(text) else {
        return Cuts {
            changes: Vec::new(),
            strict: true,
        };
    };
    let fits = |node: &Node<'_>| kinds.is_empty() || kinds.iter().any(|kind| node.kind().contains(kind));
    let mut ranges: Vec<_> = constructs(&tree)
        .filter(fits)
        .map(|node| node.byte_range())
        .collect();
    ranges.retain(|range| range.len() > stub.len());
    ranges.sort_by_key(|range| std::cmp::Reverse(range.len()));
    ranges.dedup();
    Cuts {
        changes: ranges
            .into_iter()
            .map(|range| put(text, range, stub.as_bytes()))
            .collect(),
        strict: true,
    }
}
