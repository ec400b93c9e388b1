//! Makes names shorter and fewer.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::grammar::Grammar;
use super::lists::List;
use super::tree::preorder;
use crate::minimize_repro::change::{Change, Splice};
use crate::minimize_repro::search::{Search, Stop};
use crate::minimize_repro::sweep::{Cuts, Sweep};

/// With more names than this, not all pairs are tried.
const MANY: usize = 24;

/// Gives every name that may have another one a shorter one.
pub(super) async fn shorten(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    let deck = shorter(search.current(), grammar);
    Sweep::new(search, &deck).thin(true).await
}

fn shorter(text: &[u8], grammar: &'static Grammar) -> Cuts {
    let tree = grammar.parse(text);
    let names = tree
        .as_ref()
        .map(|tree| names(tree, text, grammar))
        .unwrap_or_default();
    let mut free = grammar
        .fresh
        .iter()
        .filter(|fresh| !names.contains_key(fresh.as_bytes()));
    let renamed = names.iter().filter_map(|(name, places)| {
        let is_shortest = grammar.fresh.iter().any(|fresh| fresh.len() >= name.len());
        let fresh = if is_shortest { None } else { free.next() };
        fresh.map(|fresh| rename(places, fresh.as_bytes()))
    });
    Cuts {
        changes: renamed.collect(),
        strict: true,
    }
}

/// Merges two names, and removes the declaration of one of them.
pub(super) async fn merge(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    let deck = merged(search.current(), grammar);
    Sweep::new(search, &deck).each().await
}

fn merged(text: &[u8], grammar: &'static Grammar) -> Cuts {
    let tree = grammar.parse(text);
    let names = tree
        .as_ref()
        .map(|tree| names(tree, text, grammar))
        .unwrap_or_default();
    let mut changes = Vec::new();
    if let Some(tree) = tree.filter(|_| names.len() <= MANY) {
        for (gone, places) in &names {
            let introductions = introductions(&tree, &places[0], text, grammar);
            for (stays, _) in names.iter().filter(|(stays, _)| *stays != gone) {
                let renamed = rename(places, stays);
                for introduction in &introductions {
                    changes.push(Change::all(introduction.iter().chain(renamed.splices()).cloned()));
                }
                changes.push(renamed);
            }
        }
    }
    changes.sort_by_key(|change| std::cmp::Reverse(gain(change)));
    Cuts {
        changes,
        strict: true,
    }
}

fn gain(change: &Change) -> isize {
    let parts = change.splices().iter();
    parts
        .map(|splice| splice.range.len().cast_signed() - splice.with.len().cast_signed())
        .sum()
}

/// Every name with its places.
fn names<'t>(
    tree: &Tree,
    text: &'t [u8],
    grammar: &'static Grammar,
) -> BTreeMap<&'t [u8], Vec<Range<usize>>> {
    let mut names: BTreeMap<&[u8], Vec<Range<usize>>> = BTreeMap::new();
    for (_, node) in preorder(tree) {
        if grammar.is_name(node.kind()) {
            names
                .entry(&text[node.byte_range()])
                .or_default()
                .push(node.byte_range());
        }
    }
    names
}

fn rename(places: &[Range<usize>], name: &[u8]) -> Change {
    Change::all(places.iter().map(|place| Splice {
        range: place.clone(),
        with: name.to_vec(),
    }))
}

/// The ways to remove the constructs around a name, each part of a list: the smallest first.
fn introductions(
    tree: &Tree,
    place: &Range<usize>,
    text: &[u8],
    grammar: &'static Grammar,
) -> Vec<Vec<Splice>> {
    let name = tree.root_node().descendant_for_byte_range(place.start, place.end);
    let around = std::iter::successors(name, Node::parent).take(4);
    around
        .filter_map(|node| without(node, text, grammar))
        .filter(|splices| splices.iter().all(|splice| splice.range.len() * 2 < text.len()))
        .collect()
}

fn without(node: Node<'_>, text: &[u8], grammar: &'static Grammar) -> Option<Vec<Splice>> {
    let lists = List::of(node.parent()?, text, grammar);
    lists.iter().find_map(|list| {
        let place = list
            .items
            .iter()
            .position(|item| item.start == node.start_byte())?;
        (list.items.len() > 1).then(|| list.without(|item| item == place))
    })
}
