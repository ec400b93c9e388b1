//! Replaces a construct by a simpler one from elsewhere in the text.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::grammar::Grammar;
use super::tree::{constructs, put};
use crate::minimize_repro::change::Change;
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Deck, Sweep};

/// Constructs of more tokens are not brought elsewhere; and at first only such of one.
const LARGEST: usize = 8;

pub(super) async fn run(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    let largest = if search.thorough { LARGEST } else { 1 };
    let deck = Transplants(deck(search.current(), grammar, largest));
    Sweep::new(search, &deck).each().await
}

/// Replacements that make the text simpler, if not shorter.
struct Transplants(Cuts);

impl Deck for Transplants {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn change(&self, chosen: &[bool]) -> Change {
        self.0.change(chosen)
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn may_grow(&self) -> bool {
        true
    }
}

/// The complexity of a construct; every transplant reduces it, so that they come to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Weight {
    tokens: usize,
    names: usize,
    bytes: usize,
}

impl Weight {
    fn of(node: Node<'_>, grammar: &Grammar) -> Self {
        let mut weight = Self {
            tokens: 0,
            names: 0,
            bytes: node.byte_range().len(),
        };
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let is_name = grammar.is_name(node.kind());
            weight.names += usize::from(is_name);
            // A quoted text is one token, whatever nodes the grammar has for it.
            if is_name || node.child_count() == 0 || node.kind().starts_with("string") {
                weight.tokens += 1;
            } else {
                let mut cursor = node.walk();
                open.extend(node.children(&mut cursor));
            }
        }
        weight
    }
}

fn deck(text: &[u8], grammar: &'static Grammar, largest: usize) -> Cuts {
    let tree = grammar.parse(text);
    let nodes: Vec<(Node<'_>, Weight)> = tree
        .iter()
        .flat_map(constructs)
        .map(|node| (node, Weight::of(node, grammar)))
        .collect();
    let donors: BTreeMap<&[u8], Weight> = nodes
        .iter()
        .filter(|(node, weight)| weight.tokens <= largest && is_expression(*node))
        .map(|(node, weight)| (&text[node.byte_range()], *weight))
        .collect();
    let mut changes = Vec::new();
    for (node, weight) in nodes.iter().filter(|(node, _)| is_expression(*node)) {
        for (donor, lighter) in donors.iter().filter(|(_, donor)| *donor < weight) {
            let gain = weight.tokens - lighter.tokens;
            changes.push((gain, put(text, node.byte_range(), donor)));
        }
    }
    changes.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    Cuts {
        changes: changes.into_iter().map(|(_, change)| change).collect(),
        strict: true,
    }
}

/// Returns whether it can replace another: not a statement, and not only a part of a token.
fn is_expression(node: Node<'_>) -> bool {
    let kind = node.kind();
    !kind.ends_with("statement") && !kind.starts_with("string_") && !kind.ends_with("_clause")
}
